import { useState } from 'react'
import styles from './diff-view.module.css'
import { type DiffRow, diffRows } from './line-diff.ts'
import { diffWords } from './text-diff.ts'

/** One side of a changed text, its own words marked: struck through before, underlined after. */
export function ChangedText({ before, after, side }: { before: string; after: string; side: 'before' | 'after' }) {
  const own = side === 'before' ? 'gone' : 'new'
  return diffWords(before, after)
    .filter(({ kind }) => kind === 'same' || kind === own)
    .map(({ kind, text }, nth) => {
      if (kind === 'same') return text
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
      return kind === 'gone' ? <del key={nth}>{text}</del> : <ins key={nth}>{text}</ins>
    })
}

/** Two versions of a text by line: − and ＋ in the gutter, changed words marked, unchanged lines folded. */
export function LineDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = diffRows(before, after)
  const hasChange = rows.some(({ kind }) => kind === 'gone' || kind === 'new')
  if (!hasChange) return <p className={styles.none}>两版相同</p>
  return (
    <section className={styles.root} aria-label={label}>
      {rows
        .flatMap((row) => (row.kind === 'fold' && open.has(row.before) ? row.rows : [row]))
        .map((row) => (
          <Row key={keyOf(row)} row={row} onUnfold={(line) => setOpen(new Set([...open, line]))} />
        ))}
    </section>
  )
}

function keyOf(row: DiffRow): string {
  return `${row.kind} ${row.kind === 'new' ? row.after : row.before}`
}

const SIGNS = { gone: '−', new: '＋', same: '' } as const
const SPOKEN = { gone: '删去', new: '新增', same: '' } as const

function Row({ row, onUnfold }: { row: DiffRow; onUnfold: (line: number) => void }) {
  if (row.kind === 'fold') {
    return (
      <button type="button" className={styles.fold} onClick={() => onUnfold(row.before)}>
        展开 {row.count} 行未改动的内容
      </button>
    )
  }
  const { kind, text } = row
  return (
    <div className={styles.row} data-kind={kind}>
      <span className={styles.number}>{kind === 'new' ? row.after : row.before}</span>
      <span className={styles.sign} role="img" aria-label={SPOKEN[kind]}>
        {SIGNS[kind]}
      </span>
      <span className={styles.text}>
        {kind === 'same' || row.other === null ? (
          text
        ) : (
          <ChangedText
            before={kind === 'gone' ? text : row.other}
            after={kind === 'gone' ? row.other : text}
            side={kind === 'gone' ? 'before' : 'after'}
          />
        )}
      </span>
    </div>
  )
}
