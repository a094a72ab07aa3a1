import type { ImportSummary } from '@portal/contract/site/imports.ts'

/** A text of a file, ready to become a draft. */
export interface StagedText {
  /** Its id on the other site. */
  sourceId: string
  kind: 'post' | 'page'
  title: string
  /** Path on the other site; `null`: it had none. */
  oldPath: string | null
  /** Time of its publication there, epoch ms; `null`: it was not published. */
  publishedAt: number | null
  categories: readonly string[]
  tags: readonly string[]
  summary: string
  markdown: string
  /** What staff should know of it. */
  remarks: readonly string[]
  /** Reason why it cannot be imported. */
  fault: string | null
}

/** A file that is read. */
export interface Reading {
  path: string
  /** Size of the file. */
  bytes: number
  onText: (text: StagedText) => void
  /** Called after each piece. @param bytes that were read so far */
  onRead: (bytes: number) => Promise<void>
}

/** What the reading of a file has found. */
export interface ReadFile {
  summary: ImportSummary
  /** Number of staged texts. */
  texts: number
}

/** A file that cannot be imported; its message is shown. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

/** Counts names; the most frequent come first. */
export function createCounter() {
  const counts = new Map<string, number>()
  return {
    add: (name: string, times = 1) => void counts.set(name, (counts.get(name) ?? 0) + times),
    get size() {
      return counts.size
    },
    list: (most = Number.POSITIVE_INFINITY) =>
      [...counts]
        .map(([name, count]) => ({ name, count }))
        .sort((one, other) => other.count - one.count)
        .slice(0, most),
  }
}
