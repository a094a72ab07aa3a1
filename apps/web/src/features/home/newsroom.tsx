import { CATEGORY } from '@portal/contract/constants.ts'
import { ArticleCover } from '#domain/articles/article-cover.tsx'
import { ArticleLink } from '#domain/articles/article-link.tsx'
import { ArticleMeta } from '#domain/articles/article-meta.tsx'
import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { formatDayAndMonth, toMachineDate } from '#lib/format.ts'
import { Container } from '#ui/container.tsx'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import shared from '#ui/shared.module.css'
import lists from './lists.module.css'
import styles from './newsroom.module.css'

export interface NewsroomProps {
  /** `null` when loading failed. */
  news: readonly ArticleSummary[] | null
  research: readonly ArticleSummary[] | null
}

/** News, the first large, with research beside it. A list without articles is left out. */
export function Newsroom({ news, research }: NewsroomProps) {
  const [lead, ...others] = news ?? []
  const [hasNews, hasResearch] = [news?.length !== 0, research?.length !== 0]
  if (!hasNews && !hasResearch) return null
  return (
    <section className={shared.sectionGap} id="newsroom" aria-label="新闻与研究">
      <Container>
        <SpectrumDivider stone="emerald" className={shared.divider} />
        <div className={styles.columns} data-alone={hasNews && hasResearch ? undefined : true}>
          {hasNews && (
            <div>
              <SectionHead title="新闻资讯" more={{ text: '全部新闻', to: `/tags?categoryId=${CATEGORY.news}` }} />
              {lead ? <LeadArticle article={lead} isAlone={!hasResearch} /> : <Failed />}
              <ul className={styles.dated}>
                {others.map((article) => (
                  <DatedArticle article={article} key={article.id} />
                ))}
              </ul>
            </div>
          )}
          {hasResearch && (
            <div>
              <SectionHead title="研究" more={{ text: '全部研究', to: `/tags?categoryId=${CATEGORY.research}` }} />
              {research ? (
                <ul className={styles.papers}>
                  {research.map((article) => (
                    <Paper article={article} key={article.id} />
                  ))}
                </ul>
              ) : (
                <Failed />
              )}
            </div>
          )}
        </div>
      </Container>
    </section>
  )
}

interface ArticleProps {
  article: ArticleSummary
}

/** @param props `isAlone`: there is no research beside the news, so that the picture is as wide as the page */
function LeadArticle({ article, isAlone }: ArticleProps & { isAlone: boolean }) {
  const { title, summary, publishedAt, reads, likes, isSticky, target } = article
  return (
    <article className={styles.lead}>
      <ArticleCover
        className={styles.leadCover}
        article={article}
        sizes={`(min-width: 1119px) ${isAlone ? 1300 : 700}px, (min-width: 720px) 50vw, 100vw`}
        isEager
      />
      <div>
        <h3 className={styles.leadTitle}>
          <ArticleLink className={styles.link} target={target}>
            {title}
          </ArticleLink>
        </h3>
        <p className={styles.leadSummary}>{summary}</p>
        <ArticleMeta publishedAt={publishedAt} reads={reads} likes={likes} isSticky={isSticky} />
      </div>
    </article>
  )
}

function DatedArticle({ article: { title, summary, publishedAt, target } }: ArticleProps) {
  const date = formatDayAndMonth(publishedAt)
  return (
    <li className={styles.news}>
      {date && (
        <time className={styles.date} dateTime={toMachineDate(publishedAt)}>
          <span className={styles.day}>{date.day}</span>
          {date.month}
        </time>
      )}
      <div>
        <h3 className={styles.rowTitle}>
          <ArticleLink className={styles.link} target={target}>
            {title}
          </ArticleLink>
        </h3>
        <p className={styles.newsSummary}>{summary}</p>
      </div>
    </li>
  )
}

function Paper({ article }: ArticleProps) {
  const { title, publishedAt, target } = article
  return (
    <li className={styles.paper}>
      <ArticleCover className={styles.paperCover} article={article} sizes="160px" />
      <div>
        <h3 className={styles.rowTitle}>
          <ArticleLink className={styles.link} target={target}>
            {title}
          </ArticleLink>
        </h3>
        <ArticleMeta publishedAt={publishedAt} />
      </div>
    </li>
  )
}

/** Replaces a list that failed to load. */
export function Failed() {
  return <p className={lists.missing}>暂时无法加载，请稍后重试</p>
}
