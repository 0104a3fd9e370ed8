import { fc } from "@fast-check/vitest";
import { inject } from "vitest";

fc.configureGlobal({ seed: inject("fastCheckSeed") });
