import { FileDown, Image } from '@lucide/icons'
import { type HomeSection, isDocument } from '@portal/contract/site/home-sections.ts'
import type { HomeContent } from '@portal/contract/site/site.ts'
import { Fragment, type ReactNode, Suspense, useState } from 'react'
import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { GemCell } from '#domain/gems/gem-cell.tsx'
import { readGemFacts } from '#domain/gems/gem-facts.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import type { FigurePicture } from '#ui/figures/figure-pictures.ts'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useClosedPaths } from '#ui/link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './credentials.module.css'
import lists from './lists.module.css'
import { Failed } from './newsroom.tsx'

/** Loaded when the first picture is opened. */
const FigureViewer = lazyPart(async () => (await import('#ui/figures/figure-viewer.tsx')).FigureViewer)

export interface HomeRestProps {
  section: Exclude<HomeSection, 'services' | 'newsroom'>
  home: HomeContent
  /** `null` when loading failed. */
  gems: ArticleSummary[] | null
  goods: ArticleSummary[] | null
}

/** A section below the fold. */
export function HomeRest({ section, home, gems, goods }: HomeRestProps) {
  switch (section) {
    case 'gems':
      return gems?.length === 0 ? null : <GemTray gems={gems} />
    case 'goods':
      return goods?.length === 0 ? null : <Goods goods={goods} />
    case 'credentials':
      return <Credentials home={home} />
    case 'qualifications':
      return <Qualifications home={home} />
    case 'paragraph':
      return <Paragraph home={home} />
  }
}

/** Statement of impartiality, and the standards for the tests. */
function Credentials({ home: { impartialityTitle, impartialityText, standards } }: { home: HomeContent }) {
  const closed = useClosedPaths()
  const title = impartialityTitle ?? (impartialityText ? '公正性声明' : '检验依据的标准')
  return (
    <section className={styles.root} aria-labelledby="credentials">
      <Drawing name="rosette" className={styles.rosette} />
      <Container className={styles.inner}>
        <div>
          <h2 className={styles.title} id="credentials">
            {splitTitle(title).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </h2>
          {impartialityText && (
            <>
              <p className={styles.words}>{impartialityText}</p>
              {!closed.includes('/statement') && (
                <ButtonLink className={styles.more} variant="outline" to="/statement">
                  阅读公正性声明
                </ButtonLink>
              )}
            </>
          )}
        </div>
        {standards.length > 0 && (
          <dl className={styles.standards} aria-label="检验依据的标准">
            {standards.map(({ number, name }) => (
              <div className={styles.standard} key={number}>
                <dt className={styles.number}>{number}</dt>
                <dd>{name}</dd>
              </div>
            ))}
          </dl>
        )}
      </Container>
    </section>
  )
}

/** Breaks a title after its last comma. */
function splitTitle(title: string): string[] {
  const [, head, rest] = /^(.+[、，])(.+)$/.exec(title) ?? []
  return head && rest ? [head, rest] : [title]
}

/** Certificates of the laboratory. The server sends every file as a download, so a picture opens in the viewer. */
function Qualifications({ home: { qualificationsLead, qualifications = [] } }: { home: HomeContent }) {
  const [picture, setPicture] = useState<FigurePicture | null>(null)
  return (
    <section className={shared.sectionGap} aria-labelledby="qualifications">
      <Container>
        <SpectrumDivider stone="sapphire" className={shared.divider} />
        <h2 className={styles.heading} id="qualifications">
          资质
        </h2>
        {qualificationsLead && <p className={styles.lead}>{qualificationsLead}</p>}
        <ul className={styles.files}>
          {qualifications.map(({ name, note, url }) => (
            <li key={url}>
              <a
                className={styles.file}
                href={url}
                onClick={(event) => {
                  if (isDocument(url)) return
                  event.preventDefault()
                  setPicture({ src: url, alt: name, caption: note })
                }}
              >
                <Icon of={isDocument(url) ? FileDown : Image} />
                <span>
                  <b>{name}</b>
                  {note && <small>{renderDates(note)}</small>}
                </span>
                <small>{isDocument(url) ? '下载 PDF' : '打开图片'}</small>
              </a>
            </li>
          ))}
        </ul>
      </Container>
      {picture && (
        <Suspense>
          <FigureViewer picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </section>
  )
}

/** Marks the dates in a text, which must not break at their hyphens. */
function renderDates(text: string): ReactNode {
  return text.split(/(\d{4}-\d\d-\d\d)/).map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 === 0 ? <Fragment key={key}>{part}</Fragment> : <time key={key}>{part}</time>
  })
}

/** Text that the laboratory has written. */
function Paragraph({ home: { paragraphTitle, paragraph } }: { home: HomeContent }) {
  return (
    <section className={shared.sectionGap} id="paragraph" aria-label={paragraphTitle ?? '说明'}>
      <Container>
        <SpectrumDivider stone="zircon" className={shared.divider} />
        {paragraphTitle && <h2 className={styles.heading}>{paragraphTitle}</h2>}
        <RichText html={asSafeHtml(paragraph)} className={styles.paragraph} arePicturesDeferred />
      </Container>
    </section>
  )
}

/** Gems of the encyclopedia, as in a specimen tray. */
function GemTray({ gems }: { gems: readonly ArticleSummary[] | null }) {
  return (
    <section className={shared.sectionGap} aria-labelledby="gems">
      <Container>
        <SpectrumDivider stone="jadeite" className={shared.divider} />
        <SectionHead title="宝石百科" titleId="gems" more={{ text: '全部条目', to: '/gem' }} />
        {gems ? (
          <ul className={lists.tray} data-count={gems.length}>
            {gems.map(({ id, title, summary, target }) => (
              <li className={lists.place} key={id}>
                <GemCell
                  className={lists.cell}
                  name={title}
                  to={target.to}
                  facts={readGemFacts(summary)}
                  summary={summary}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Failed />
        )}
      </Container>
    </section>
  )
}

/** Four products. */
function Goods({ goods }: { goods: readonly ArticleSummary[] | null }) {
  return (
    <section className={shared.sectionGap} aria-labelledby="goods">
      <Container>
        <SpectrumDivider stone="peridot" className={shared.divider} />
        <SectionHead title="品牌周边" titleId="goods" more={{ text: '查看全部', to: '/surrounding' }} />
        {goods ? (
          <ul className={lists.goods}>
            {goods.map((article) => (
              <li key={article.id}>
                <MerchandiseCard article={article} />
              </li>
            ))}
          </ul>
        ) : (
          <Failed />
        )}
      </Container>
    </section>
  )
}
