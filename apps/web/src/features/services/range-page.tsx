import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { useLoaderData } from 'react-router-dom'
import { StandingColumns } from '#domain/standing-pages/standing-columns.tsx'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { SERVICE_PAGES } from '#domain/standing-pages/standing-groups.ts'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { FactTable } from '#ui/lists/fact-table.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './range-page.module.css'
import { type RangeText, readRange, type Step } from './range-text.ts'
import ruler from './step-ruler.module.css'

const TITLE = '检测流程与范围'
const PATH = STANDING_PAGES[TITLE]
const CRUMB = [{ text: '检测业务' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'bangle', stone: 'jadeite' } as const

export const loader = defineLoader(({ api }) => loadRequiredStandingPage(api, TITLE))

export const meta: MetaOf<typeof loader> = (text) => buildStandingMeta(TITLE, text, [{ text: TITLE }])

export function Component() {
  const text = useLoaderData<typeof loader>()
  return (
    <StandingFrame head={{ ...HEAD, title: text.title }} lead={text.summary}>
      <Range {...readRange(text.content)} shown={text.paths} />
    </StandingFrame>
  )
}

function Range({ lead, flow, scope, others, shown }: RangeText & { shown: readonly string[] }) {
  return (
    <>
      {flow && (
        <section aria-labelledby={flow.id}>
          <h2 className={styles.title} id={flow.id}>
            {flow.title}
          </h2>
          <RichText html={flow.intro} className={styles.lead} />
          <StepRuler steps={flow.steps} />
          {flow.figures && <RichText html={flow.figures} className={styles.figures} arePicturesDeferred />}
        </section>
      )}
      {scope ? (
        <section className={styles.section} aria-labelledby={scope.id}>
          <SpectrumDivider stone="turquoise" className={styles.divider} />
          <h2 className={styles.title} id={scope.id}>
            {scope.title}
          </h2>
          <RichText html={lead} className={styles.lead} />
          <FactTable table={scope.table} label={scope.title} />
          <RichText html={scope.rest} className={styles.rest} />
          {scope.parts.map(({ id, title, table, rest }) => (
            <section aria-labelledby={id} key={id}>
              <h3 className={styles.part} id={id}>
                {title}
              </h3>
              {table && <FactTable table={table} label={title} />}
              <RichText html={rest} className={styles.rest} />
            </section>
          ))}
        </section>
      ) : (
        <RichText html={lead} className={styles.section} />
      )}
      {others.length > 0 && (
        <div className={styles.section}>
          <StandingColumns group={SERVICE_PAGES} current={PATH} shown={shown} contents={others}>
            <RichText html={asSafeHtml(others.map(({ html }) => html).join('\n'))} />
          </StandingColumns>
        </div>
      )}
    </>
  )
}

/** The steps of a sample on a ruler, which is horizontal, or vertical on narrow screens. */
function StepRuler({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={ruler.root} data-steps={steps.length}>
      {steps.map(({ id, title, duration, by, text }) => (
        <li className={ruler.step} key={id}>
          {duration && <p className={ruler.duration}>{duration}</p>}
          <h3 className={ruler.title} id={id}>
            {title}
          </h3>
          {by && <p className={ruler.by}>{by}</p>}
          <RichText html={text} className={ruler.text} />
        </li>
      ))}
    </ol>
  )
}
