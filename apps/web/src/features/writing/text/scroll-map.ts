/** Where each heading of a Markdown text begins, in characters; what stands in a code block is no heading. */
export function headingOffsets(text: string): number[] {
  const offsets: number[] = []
  let fence = ''
  let offset = 0
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') {
      if (/^ {0,3}#{1,6}(?:\s|$)/.test(line)) offsets.push(offset)
      fence = mark
    } else if (mark[0] === fence[0] && mark.length >= fence.length) {
      fence = ''
    }
    offset += line.length + 1
  }
  return offsets
}

/** A pane that scrolls. CSS px. */
export interface Scrolled {
  /** How far it can be scrolled. */
  most: number
  /** Of what stands in both panes, from the start of the content. */
  marks: readonly number[]
}

/**
 * Where the other pane belongs when this one stands at `top`: what is marked in both comes to the top of both, and
 * between marks they go in proportion. Without the same marks, the whole does.
 */
export function scrollTopBeside(top: number, here: Scrolled, there: Scrolled): number {
  if (here.most <= 0) return 0
  const isPaired = here.marks.length === there.marks.length
  const points: [number, number][] = [[0, 0]]
  for (const [index, mark] of (isPaired ? here.marks : []).entries()) {
    if (mark > (points.at(-1)?.[0] ?? 0) && mark < here.most) points.push([mark, there.marks[index] ?? 0])
  }
  points.push([here.most, there.most])
  const next = points.findIndex(([mark]) => mark > top)
  const [from, fromBeside] = points[next < 0 ? points.length - 1 : next - 1] ?? [0, 0]
  const [to, toBeside] = points[next] ?? [from, fromBeside]
  const part = to > from ? (top - from) / (to - from) : 0
  return Math.min(there.most, Math.max(0, fromBeside + part * (toBeside - fromBeside)))
}
