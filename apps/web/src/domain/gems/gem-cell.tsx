import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { findGemDrawing } from '#ui/figures/gem-drawing.ts'
import { Link } from '#ui/link.tsx'
import styles from './gem-cell.module.css'
import type { GemFacts } from './gem-facts.ts'
import { GemScale } from './gem-scale.tsx'

export interface GemCellProps {
  name: string
  to: string
  /** `null` when the entry's summary could not be read. */
  facts: GemFacts | null
  /** Shown when `facts` is `null`. */
  summary: string
  /** A control in the corner, beside the link that covers the cell. */
  action?: ReactNode
  className?: string | undefined
}

/** A cell of the specimen tray: a stone with its name and two scales. */
export function GemCell({ name, to, facts, summary, action, className }: GemCellProps) {
  const { drawing, tone } = findGemDrawing(name)
  return (
    <article className={classNames(styles.root, className)}>
      <Drawing isShared name={drawing} tone={tone} className={styles.stone} />
      <h3 className={styles.name}>
        <Link className={styles.link} to={to}>
          {name}
        </Link>
      </h3>
      {facts ? <Facts facts={facts} /> : <p className={styles.summary}>{summary}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}

function Facts({ facts: { group, system, refractiveIndex, isSpotReading, hardness } }: { facts: GemFacts }) {
  return (
    <>
      {/* The no-break space keeps the dot with the word before it, so that no line begins with a dot. */}
      <p className={styles.kind}>{`${group}\u00a0· ${removeNote(system)}`}</p>
      <dl className={styles.scales}>
        <GemScale property="refractiveIndex" range={refractiveIndex} note={isSpotReading ? '点测' : undefined} />
        <GemScale property="hardness" range={hardness} />
      </dl>
    </>
  )
}

/** 集合体（单斜） → 集合体, to fit on one line. */
function removeNote(text: string): string {
  return text.replace(/（.*）$/, '')
}
