/**
 * `resourceLimits` for the thread of a history, in MB. Indexing makes garbage fast, and V8 would rather take memory than collect: young objects
 * get up to three times 64 MB, and what survives may grow to four times what is in use before it is looked through; below 2 GB it is twice.
 * With these, indexing a 600 MB session stays below 300 MB (`npm run bench`, worker memory).
 */
export const WORKER_LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 2000 } as const;
