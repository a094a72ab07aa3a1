import { ArticleLabel } from '#domain/articles/article-meta.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './expert-card.module.css'
import type { Expert } from './experts.ts'

/** An expert. */
export function ExpertCard({ expert: { id, name, role, field, others, text } }: { expert: Expert }) {
  return (
    <li className={styles.root} id={id}>
      <ExpertSeal name={name} />
      <div>
        <h2 className={styles.name}>{name}</h2>
        {role && (
          <p className={styles.line}>
            <ArticleLabel tone="accent">{`${role}，${field}`}</ArticleLabel>
            {others.map((other) => (
              <span key={other}>{other}</span>
            ))}
          </p>
        )}
        <RichText html={text} className={styles.text} />
      </div>
    </li>
  )
}

/** Outlines of an emerald cut from above, 120 × 160, each inset by 9; the last is the table. */
const STEPS = [0, 9, 18].map((inset) => {
  const [start, right, foot] = [1 + inset, 119 - inset, 159 - inset]
  // With parallel sides a corner shrinks by (2 − √2) of the inset.
  const corner = Math.round((26 - 0.586 * inset) * 10) / 10
  return [
    [start + corner, start],
    [right - corner, start],
    [right, start + corner],
    [right, foot - corner],
    [right - corner, foot],
    [start + corner, foot],
    [start, foot - corner],
    [start, start + corner],
  ].map((point) => point.map((value) => Math.round(value * 10) / 10).join(' '))
})
const OUTER = STEPS[0] ?? []
const INNER = STEPS.at(-1) ?? []
const EDGES = OUTER.map((point, index) => `M${point}L${INNER[index]}`).join('')

/** The first character of the name on an emerald cut, in place of a portrait. */
function ExpertSeal({ name }: { name: string }) {
  return (
    <svg className={styles.seal} viewBox="0 0 120 160" aria-hidden="true">
      <path className={styles.ground} d={`M${OUTER.join('L')}Z`} />
      <path className={styles.table} d={`M${INNER.join('L')}Z`} />
      <path className={styles.lines} d={STEPS.map((points) => `M${points.join('L')}Z`).join('') + EDGES} />
      <text className={styles.initial} x="60" y="82" textAnchor="middle" dominantBaseline="central">
        {[...name][0]}
      </text>
    </svg>
  )
}
