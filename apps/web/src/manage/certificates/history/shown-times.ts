import type { DataFor } from '@portal/contract/calls.ts'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'

export type History = DataFor<'GET /v1/manage/certificates/{certificateNo}/history'>
type ShownState = History['shown'][number]['state']

/** Content that holders of the code saw during a period, epoch ms. */
export interface Shown {
  fromMs: number
  toMs: number
  state: ShownState
  version: number | null
}

const WORDS: Readonly<Record<ShownState, string>> = {
  none: '查无此证',
  examination: '检验中',
  published: '有效',
  withdrawn: '已撤销',
  reissued: '已换发',
  discarded: '查无此证',
}

/** Describes the state in the words that a holder reads. */
export function describeShownState({ state, version }: Pick<Shown, 'state' | 'version'>): string {
  return state === 'published' ? `第 ${version} 版，有效` : WORDS[state]
}

/** Lists the periods up to now without gaps. */
export function listShownPeriods({ shown, now }: Pick<History, 'shown' | 'now'>): Shown[] {
  const nowMs = toInstantMs(now) ?? 0
  return shown.map(({ from, state, version }, at) => ({
    fromMs: toInstantMs(from) ?? nowMs,
    toMs: toInstantMs(shown[at + 1]?.from ?? null) ?? nowMs,
    state,
    version,
  }))
}

/** Finds the content that a holder saw at an instant; none before the first period. */
export function findShownAt(times: readonly Shown[], atMs: number): Shown | undefined {
  return times.findLast(({ fromMs }) => fromMs <= atMs)
}

/** Distances between labels of an axis, from a minute to ten years. */
const STEPS_MS = [1 / 60, 1 / 12, 1 / 4, 1, 3, 6, 12, 24, 48, 168, 336, 720, 2160, 4320, 8760, 43_800, 87_600].map(
  (hours) => hours * HOUR_MS,
)
const LABELS_MAX = 8
/** Offset of UTC+8, where the days begin. */
const ZONE_MS = 8 * HOUR_MS

/** Computes the labelled instants on the axis between two instants; days are those of UTC+8. */
export function computeAxisMarks(fromMs: number, toMs: number): { stepMs: number; marks: number[] } {
  const stepMs = STEPS_MS.find((step) => (toMs - fromMs) / step <= LABELS_MAX) ?? (STEPS_MS.at(-1) as number)
  const marks: number[] = []
  for (let at = Math.ceil((fromMs + ZONE_MS) / stepMs) * stepMs - ZONE_MS; at <= toMs; at += stepMs) marks.push(at)
  return { stepMs, marks }
}

/** Whether labels of the axis need the hour. */
export const hasHours = (stepMs: number) => stepMs < DAY_MS
