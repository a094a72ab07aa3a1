import { useLoaderData } from 'react-router-dom'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { type HtmlSection, splitAtHeadings, takeAll, takeTable } from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { FactList } from '#ui/lists/fact-list.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { findInstrumentFigure } from './instrument-figure.tsx'
import styles from './instrument-page.module.css'

const TITLE = '检测仪器与方法'
const CRUMB = [{ text: '检测业务', to: '/rangeDetail' }, { text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'quartz', stone: 'ruby' } as const

export const loader = defineLoader(({ api }) => loadRequiredStandingPage(api, TITLE))

export const meta: MetaOf<typeof loader> = (text) => buildStandingMeta(TITLE, text, CRUMB)

export function Component() {
  const text = useLoaderData<typeof loader>()
  const { lead, instruments } = text ? readInstruments(text.content) : { lead: null, instruments: [] }
  return (
    <StandingFrame head={{ ...HEAD, title: text.title }} lead={text.summary}>
      {text && (
        <>
          <div className={styles.top}>
            {lead && <RichText html={lead} className={styles.lead} />}
            <nav aria-label="仪器">
              <ul className={styles.index}>
                {instruments.map(({ id, name }) => (
                  <li key={id}>
                    <a className={shared.chip} href={`#${id}`}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
          {instruments.map((instrument) => (
            <InstrumentSection {...instrument} key={instrument.id} />
          ))}
        </>
      )}
    </StandingFrame>
  )
}

function InstrumentSection({ id, name, text, facts, pictures }: ReturnType<typeof toInstrument>) {
  const figure = findInstrumentFigure(name)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.view}>{figure && <div className={styles.figure}>{figure}</div>}</div>
      <div className={styles.words}>
        <h2 className={styles.title} id={id}>
          {name}
        </h2>
        <RichText html={text} className={styles.text} />
        {facts.length > 0 && (
          <FactList
            size="small"
            className={styles.facts}
            facts={facts.map((fact) => ({ name: fact.name, value: <RichText html={fact.value} variant="inline" /> }))}
          />
        )}
        {pictures && (
          <details className={styles.pictures}>
            <summary className={styles.summary}>查看示意图</summary>
            <RichText html={pictures} arePicturesDeferred />
          </details>
        )}
      </div>
    </section>
  )
}

/** Reads one instrument from each section; a table of two columns has its facts. */
function readInstruments(html: SafeHtml) {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  return { lead, instruments: sections.map(toInstrument) }
}

function toInstrument({ id, title, body }: HtmlSection) {
  const { taken, rest: words } = takeAll(body, 'figure')
  const { table, rest } = takeTable(words)
  const isPairs = table?.head.length === 2
  return {
    id,
    name: title,
    text: isPairs ? rest : words,
    /** Facts such as 测量什么, 适用, 范围与限制, 依据. */
    facts: isPairs
      ? table.rows.map(([name = asSafeHtml(''), value = asSafeHtml('')]) => ({ name: toPlainText(name), value }))
      : [],
    pictures: asSafeHtml(taken.join('\n')),
  }
}
