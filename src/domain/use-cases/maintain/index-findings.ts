import type { SourceFile } from "../../../ports/session-source.ts";
import type { IndexVerification } from "../../model/index-verification.ts";

/** What a comparison of the index with the sources finds, counted as it goes on. */
export class IndexFindings {
  sound = true;
  checked = 0;
  pending = 0;
  differing: SourceFile[] = [];
  events = { checked: 0, missing: 0, extra: 0, changed: 0 };
  relations = { differing: 0 };
  postings = { checked: 0, wrong: 0 };

  /** True when the index is what a fresh build would be. */
  get ok(): boolean {
    return this.sound && this.differing.length === 0 && this.postings.wrong === 0;
  }

  /** True when single files cannot mend it. */
  get isDamaged(): boolean {
    return !this.sound || this.postings.wrong > 0;
  }

  /** What was found so far in rows, for telling whether a file has added to it. */
  get rowsFound(): number {
    return this.events.missing + this.events.extra + this.events.changed + this.relations.differing;
  }

  /** The same findings, to go on with and perhaps to be forgotten. */
  copy(): IndexFindings {
    const copy = new IndexFindings();
    copy.sound = this.sound;
    copy.checked = this.checked;
    copy.pending = this.pending;
    copy.differing = [...this.differing];
    copy.events = { ...this.events };
    copy.relations = { ...this.relations };
    copy.postings = { ...this.postings };
    return copy;
  }

  counts(): Omit<IndexVerification, "ok" | "repaired" | "coverage"> {
    return {
      files: { checked: this.checked, differing: this.differing.length, pending: this.pending },
      events: { ...this.events },
      relations: { ...this.relations },
      postings: { ...this.postings },
      sound: this.sound,
    };
  }
}
