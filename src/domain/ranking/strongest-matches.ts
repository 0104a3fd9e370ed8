/**
 * Places of the strongest matches: at least `wanted` of them, and every one that ties with the weakest taken, so that whatever
 * decides between equals can still be asked. All places when there are fewer. Cost: linear, plus the sorting of `wanted` figures.
 */
export function strongestMatches(relevance: readonly number[], wanted: number): number[] {
  const threshold = relevance.length <= wanted ? Number.NEGATIVE_INFINITY : nthLargest(relevance, wanted);
  const places: number[] = [];
  for (let place = 0; place < relevance.length; place++) {
    if ((relevance[place] as number) >= threshold) places.push(place);
  }
  return places;
}

/** The n-th largest of at least n figures, kept in a min-heap of n. */
function nthLargest(figures: readonly number[], n: number): number {
  const heap = Float64Array.from(figures.slice(0, n)).toSorted();
  for (let at = n; at < figures.length; at++) {
    const figure = figures[at] as number;
    if (figure > (heap[0] as number)) replaceSmallest(heap, figure);
  }
  return heap[0] as number;
}

function replaceSmallest(heap: Float64Array, figure: number): void {
  let hole = 0;
  for (;;) {
    let child = hole * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
    if ((heap[child] as number) >= figure) break;
    heap[hole] = heap[child] as number;
    hole = child;
  }
  heap[hole] = figure;
}
