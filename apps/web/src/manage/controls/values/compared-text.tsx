import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type ComparedLine, compareTexts } from './compare-texts.ts'
import styles from './compared-text.module.css'

/** Number of unchanged lines that stay visible beside a change. */
const BESIDE = 2

const SIGNS = { same: '', gone: '−', new: '＋' } as const
const WORDS = { same: '', gone: '删去：', new: '加上：' } as const

interface ComparedTextProps {
  before: string
  after: string
  /** Shows the unchanged lines too. */
  isWhole: boolean
}

/** Two texts by line: signs in a gutter, changed words marked, unchanged lines folded. */
export function ComparedText({ before, after, isWhole }: ComparedTextProps) {
  const lines = compareTexts(before, after)
  const count = (kind: ComparedLine['kind']) => lines.filter((line) => line.kind === kind).length
  if (count('gone') + count('new') === 0) return <p className={styles.none}>正文没有改动</p>
  return (
    <>
      <p className={styles.count}>
        <span data-kind="new">＋{count('new')} 行</span> <span data-kind="gone">−{count('gone')} 行</span>
      </p>
      <div className={styles.root}>
        {splitPieces(lines, isWhole).map((piece) =>
          piece.isFolded ? <Folded key={piece.key} lines={piece.lines} /> : <Lines key={piece.key} of={piece.lines} />,
        )}
      </div>
    </>
  )
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
  return lines.map(({ kind, oldNo, newNo, parts }) => (
    <div className={styles.line} key={`${kind} ${oldNo} ${newNo}`} data-kind={kind}>
      <span className={styles.number}>{newNo ?? oldNo}</span>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span className={styles.text}>
        {WORDS[kind] && <VisuallyHidden>{WORDS[kind]}</VisuallyHidden>}
        {parts.map(({ text, isChanged }, at) => {
          const key = `${at} ${text}`
          if (!isChanged || kind === 'same') return <span key={key}>{text}</span>
          return kind === 'gone' ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>
        })}
      </span>
    </div>
  ))
}
