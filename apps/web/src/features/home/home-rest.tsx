import type { ArticleSummary } from '#domain/articles/article-summary.ts'
import { GemCell } from '#domain/gems/gem-cell.tsx'
import { readGemFacts } from '#domain/gems/gem-facts.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import shared from '#ui/shared.module.css'
import styles from './credentials.module.css'
import lists from './lists.module.css'
import { Missing } from './newsroom.tsx'

/** The home page below the fold. */
export function HomeRest({ gems, goods }: { gems: ArticleSummary[] | null; goods: ArticleSummary[] | null }) {
  return (
    <>
      <GemTray gems={gems} />
      <Goods goods={goods} />
      <Credentials />
    </>
  )
}

/** Standards without a year: the current edition applies. Names are those of the national standards system. */
const STANDARDS = [
  { number: 'GB/T 16552', name: '珠宝玉石 名称' },
  { number: 'GB/T 16553', name: '珠宝玉石 鉴定' },
  { number: 'GB/T 16554', name: '钻石分级' },
  { number: 'GB 11887', name: '首饰 贵金属纯度的规定及命名方法' },
  { number: 'GB/T 18043', name: '首饰 贵金属含量的测定 X 射线荧光光谱法' },
]

/** Statement of impartiality, and the standards for the tests. */
function Credentials() {
  return (
    <section className={styles.root} aria-labelledby="credentials">
      <Drawing name="rosette" className={styles.rosette} />
      <Container className={styles.inner}>
        <div>
          <h2 className={styles.title} id="credentials">
            <span>公正、准确、</span>
            <span>可追溯</span>
          </h2>
          <p className={styles.words}>
            本中心不从事珠宝买卖，检测收费与结论无关。每份证书可追溯到原始记录、检测人员与所用仪器。
          </p>
          <ButtonLink className={styles.more} variant="outline" to="/statement">
            阅读公正性声明
          </ButtonLink>
        </div>
        <dl className={styles.standards} aria-label="检验依据的标准">
          {STANDARDS.map(({ number, name }) => (
            <div className={styles.standard} key={number}>
              <dt className={styles.number}>{number}</dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

/** Six gems of the encyclopedia, as in a specimen tray. */
function GemTray({ gems }: { gems: readonly ArticleSummary[] | null }) {
  return (
    <section className={shared.sectionGap} aria-labelledby="gems">
      <Container>
        <SpectrumDivider stone="jadeite" className={shared.divider} />
        <SectionHead title="宝石百科" titleId="gems" more={{ text: '全部条目', to: '/gem' }} />
        {gems?.length ? (
          <ul className={lists.tray}>
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
          <Missing rows={gems} />
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
        {goods?.length ? (
          <ul className={lists.goods}>
            {goods.map((article) => (
              <li key={article.id}>
                <MerchandiseCard article={article} />
              </li>
            ))}
          </ul>
        ) : (
          <Missing rows={goods} />
        )}
      </Container>
    </section>
  )
}
