/** Codes of a reader that went away: the first write meets the closed pipe, later ones the stream closed by it. */
const READER_IS_GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

/**
 * Writes a text and waits until it is handed over. A reader that went away (`| head`) is no failure: the rest is dropped.
 * Errors: whatever else the stream reports.
 */
export async function writeText(stream: NodeJS.WritableStream, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // The stream emits its failure besides giving it to the callback, and an unheard one ends the process.
    stream.once("error", ignore);
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error) stream.removeListener("error", ignore);
      if (error && !READER_IS_GONE.has(error.code ?? "")) reject(error);
      else resolve();
    });
  });
}

function ignore(): void {}
