import { compareWords } from './text-diff.ts'

/** One side of a changed text with its changed words marked: struck through before, underlined after. */
export function ChangedText({ before, after, side }: { before: string; after: string; side: 'before' | 'after' }) {
  const ownKind = side === 'before' ? 'gone' : 'new'
  return compareWords(before, after)
    .filter(({ kind }) => kind === 'same' || kind === ownKind)
    .map(({ kind, text }, nth) => {
      if (kind === 'same') return text
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
      return kind === 'gone' ? <del key={nth}>{text}</del> : <ins key={nth}>{text}</ins>
    })
}
