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

/** News, the first large, with research beside it. */
export function Newsroom({ news, research }: NewsroomProps) {
  const [lead, ...others] = news ?? []
  return (
    <section className={shared.sectionGap} aria-label="新闻与研究">
      <Container>
        <SpectrumDivider stone="emerald" className={shared.divider} />
        <div className={styles.columns}>
          <div>
            <SectionHead title="新闻资讯" more={{ text: '全部新闻', to: `/tags?categoryId=${CATEGORY.news}` }} />
            {lead ? <LeadArticle article={lead} /> : <Missing rows={news} />}
            <ul className={styles.dated}>
              {others.map((article) => (
                <DatedArticle article={article} key={article.id} />
              ))}
            </ul>
          </div>
          <div>
            <SectionHead title="研究" more={{ text: '全部研究', to: `/tags?categoryId=${CATEGORY.research}` }} />
            {research?.length ? (
              <ul className={styles.papers}>
                {research.map((article) => (
                  <Paper article={article} key={article.id} />
                ))}
              </ul>
            ) : (
              <Missing rows={research} />
            )}
          </div>
        </div>
      </Container>
    </section>
  )
}

interface ArticleProps {
  article: ArticleSummary
}

function LeadArticle({ article }: ArticleProps) {
  const { title, summary, publishedAt, reads, likes, isSticky, target } = article
  return (
    <article className={styles.lead}>
      <ArticleCover className={styles.leadCover} article={article} isEager />
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
      <ArticleCover className={styles.paperCover} article={article} />
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

/** Replaces a list that is empty or failed to load. */
export function Missing({ rows }: { rows: readonly unknown[] | null }) {
  return <p className={lists.missing}>{rows ? '暂无数据' : '暂时无法加载，请稍后重试'}</p>
}
