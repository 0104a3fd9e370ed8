import probe from "./probe.ts";

/** The second visit, as a file of its own: Pi loads each file once. */
export default probe;
