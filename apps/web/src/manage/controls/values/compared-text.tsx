import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type ComparedLine, compareTexts } from './compare-texts.ts'
import styles from './compared-text.module.css'

/** Number of unchanged lines that stay visible beside a change. */
const BESIDE = 2

const SIGNS = { same: '', gone: '−', new: '＋', noted: '～' } as const
const WORDS = { same: '', gone: '删去：', new: '加上：', noted: '' } as const

interface ComparedTextProps {
  before: string
  after: string
  /** Shows the unchanged lines too. */
  isWhole: boolean
  /** Says what has changed besides the words of a line, by its numbers on both sides. */
  describeLine?: (oldNo: number, newNo: number) => string | null
}

/** Two texts by line: signs in a gutter, changed words marked, unchanged lines folded. */
export function ComparedText({ before, after, isWhole, describeLine }: ComparedTextProps) {
  const lines = compareTexts(before, after).map((line): ComparedLine => {
    const note = line.oldNo && line.newNo && describeLine?.(line.oldNo, line.newNo)
    return note ? { ...line, kind: 'noted', note } : line
  })
  const count = (kind: ComparedLine['kind']) => lines.filter((line) => line.kind === kind).length
  if (lines.every(({ kind }) => kind === 'same')) return <p className={styles.none}>正文没有改动</p>
  return (
    <>
      <p className={styles.count}>
        {count('new') + count('gone') > 0 ? (
          <>
            <span data-kind="new">＋{count('new')} 行</span> <span data-kind="gone">−{count('gone')} 行</span>{' '}
          </>
        ) : (
          '文字没有改动，'
        )}
        {countNotes(lines)}
      </p>
      <div className={styles.root}>
        {splitPieces(lines, isWhole).map((piece) =>
          piece.isFolded ? <Folded key={piece.key} lines={piece.lines} /> : <Lines key={piece.key} of={piece.lines} />,
        )}
      </div>
    </>
  )
}

/** Counts the lines of each note: 格式有变化 3 行，换了图片 1 行. */
function countNotes(lines: readonly ComparedLine[]): string {
  const notes = lines.flatMap(({ note }) => note ?? [])
  return [...new Set(notes)].map((note) => `${note} ${notes.filter((one) => one === note).length} 行`).join('，')
}

interface Piece {
  key: number
  isFolded: boolean
  lines: readonly ComparedLine[]
}

/** Splits lines into runs to show and runs to fold. */
function splitPieces(lines: readonly ComparedLine[], isWhole: boolean): Piece[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).some(({ kind }) => kind !== 'same')
  const pieces: { key: number; isFolded: boolean; lines: ComparedLine[] }[] = []
  lines.forEach((line, at) => {
    const isFolded = !isWhole && !isNear(at)
    const last = pieces.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(line)
    else pieces.push({ key: at, isFolded, lines: [line] })
  })
  return pieces
}

export function Folded({ lines }: Pick<Piece, 'lines'>) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <Lines of={lines} />
  return (
    <p className={styles.folded}>
      未改 {lines.length} 行{' '}
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        展开
      </Button>
    </p>
  )
}

/** Lines with signs in a gutter. */
export function Lines({ of: lines }: { of: readonly ComparedLine[] }) {
  return lines.map(({ kind, oldNo, newNo, parts, note }) => (
    <div className={styles.line} key={`${kind} ${oldNo} ${newNo}`} data-kind={kind}>
      <span className={styles.number}>{newNo ?? oldNo}</span>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span className={styles.text}>
        {WORDS[kind] && <VisuallyHidden>{WORDS[kind]}</VisuallyHidden>}
        {parts.map(({ text, isChanged }, at) => {
          const key = `${at} ${text}`
          if (!isChanged) return <span key={key}>{text}</span>
          return kind === 'gone' ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>
        })}
        {note && <span className={styles.lineNote}>{note}</span>}
      </span>
    </div>
  ))
}
