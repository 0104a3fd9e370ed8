/** Bump with every change of what projection makes of a record: it names the index file, so that old rows are never trusted. */
export const PROJECTOR_RULES = 2;
