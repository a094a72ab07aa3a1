import { useLoaderData } from 'react-router-dom'
import { ArticleLabel } from '#domain/articles/article-meta.tsx'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { type HtmlSection, splitAtHeadings, takeParagraph } from '#lib/html/html-sections.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './expert-card.module.css'

const TITLE = '专家介绍'
const CRUMB = [{ text: '关于我们', to: '/about' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'octahedron', stone: 'diamond' } as const

export const loader = defineLoader(({ api }) => loadRequiredStandingPage(api, TITLE))

export const meta: MetaOf<typeof loader> = (text) => buildStandingMeta(TITLE, text, CRUMB)

export function Component() {
  const text = useLoaderData<typeof loader>()
  const { lead, experts } = text ? readExperts(text.content) : { lead: null, experts: [] }
  return (
    <StandingFrame head={{ ...HEAD, title: text.title }} lead={text.summary}>
      {text && (
        <>
          {lead && <RichText html={lead} className={styles.lead} />}
          {experts.length > 0 && (
            <ul className={styles.register}>
              {experts.map((expert) => (
                <ExpertCard expert={expert} key={expert.id} />
              ))}
            </ul>
          )}
        </>
      )}
    </StandingFrame>
  )
}

/** Card of an expert. */
function ExpertCard({ expert: { id, name, role, field, others, text } }: { expert: Expert }) {
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
  // A corner between parallel sides shrinks by (2 − √2) of the inset.
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

/** The first character of the name on an emerald cut, which replaces a portrait. */
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

interface Expert {
  /** Anchor of the card. */
  id: string
  name: string
  /** Role: 批准人, 审核人, 主检; empty when unknown. */
  role: string
  /** Field of work: 玉石; empty when unknown. */
  field: string
  /** Rest of the first line: 从业近二十年. */
  others: readonly string[]
  text: SafeHtml
}

const BETWEEN = /\s*·\s*/

/** Parses the text: each heading is a person, and the first line under it is `审核人 · 玉石 · 从业近二十年`. */
function readExperts(html: SafeHtml): { lead: SafeHtml; experts: Expert[] } {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  return { lead, experts: sections.map(toExpert) }
}

function toExpert({ id, title, body }: HtmlSection): Expert {
  const { paragraph, rest } = takeParagraph(body)
  const [role = '', field = '', ...others] = paragraph.split(BETWEEN)
  if (!field) return { id, name: title, role: '', field: '', others: [], text: body }
  return { id, name: title, role, field, others, text: rest }
}
