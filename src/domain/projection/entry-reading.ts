import type { Contribution, Role } from "../../ports/vocabulary.ts";
import type { Event, EventLink } from "../model/event.ts";
import type { Omission } from "../model/event-read.ts";
import type { Fragment } from "../model/fragment.ts";

/** A fragment before it has its place among the event's fragments. */
export type UnplacedFragment = Omit<Fragment, "ordinal">;

/** What one group of entry types reads from an entry: all that its own type decides. What is absent is none. */
export interface EntryReading {
  readonly contribution: Contribution;
  readonly role?: string;
  readonly knownRole?: Role;
  readonly isError?: boolean;
  readonly fragments?: readonly UnplacedFragment[];
  readonly omissions?: readonly Omission[];
  readonly links?: readonly EventLink[];
  readonly sessionName?: string;
  readonly nestedCalls?: NonNullable<Event["nestedCalls"]>;
}
