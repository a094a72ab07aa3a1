import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type Core, CoresFigure } from './figures/cores-figure.tsx'
import styles from './log-page.module.css'

const LABEL = '示意图：三段岩芯，本中心今日的检查点 13 条，见证人昨日留存的 10 条，您上次所见的 6 条；从底部起层层相同'
const LABEL_REWRITTEN = '示意图：两段岩芯，改动之后的 11 条与早先留存的 6 条；从底部数第 5 层不同'
const UNCHANGED_LOG: readonly Core[] = [
  { entries: 13, text: '本中心今日' },
  { entries: 10, text: '见证人昨日' },
  { entries: 6, text: '您上次所见' },
]
const REWRITTEN: readonly Core[] = [
  { entries: 11, text: '改动之后' },
  { entries: 6, text: '早先留存' },
]

/** Explains how a change becomes visible, and what the log proves and does not prove. */
export function LogProof() {
  return (
    <>
      <section className={styles.section} aria-labelledby="log-changes">
        <SpectrumDivider stone="zircon" className={styles.divider} />
        <div className={styles.head}>
          <h2 id="log-changes">怎样看出改动</h2>
          <p>检查点像岩芯：各处留存的长短不同，底下各层必须一样。</p>
        </div>
        <div className={styles.coreFigures}>
          <figure>
            <CoresFigure label={LABEL} cores={UNCHANGED_LOG} width={760} coreWidth={132} />
            <figcaption className={styles.caption}>
              <b className={styles.outcome}>层层对得上</b>较早留存的检查点，都是今日日志的开头一段。
            </figcaption>
          </figure>
          <figure>
            <CoresFigure label={LABEL_REWRITTEN} cores={REWRITTEN} rewritten={4} width={420} coreWidth={100} />
            <figcaption className={styles.caption}>
              <b className={styles.outcome} data-rewritten>
                有一层对不上
              </b>
              早先的记录被改过。任何留有检查点的人都能拿出凭据，本中心无法抵赖。
            </figcaption>
          </figure>
        </div>
      </section>
      <section className={styles.section} aria-labelledby="log-proves">
        <SpectrumDivider stone="almandine" className={styles.divider} />
        <h2 id="log-proves">
          <VisuallyHidden>日志的用处与限度</VisuallyHidden>
        </h2>
        <div className={styles.boxes}>
          <section className={styles.box}>
            <h3>日志证明什么</h3>
            <ul>
              <li>页面上的这一版确曾签发，此后没有改动</li>
              <li>更正、换发与撤销各添一条，原来的记录都还在</li>
              <li>检查点彼此相续，大家看到的就是同一本日志</li>
            </ul>
          </section>
          <section className={styles.box}>
            <h3>日志不证明什么</h3>
            <ul>
              <li>页面上的这一版就是最新一版；是否已更正、换发或撤销，以当时的查询结果为准</li>
              <li>手中的实物就是送检的样品，请逐项核对</li>
              <li>检验结论不会有误；有疑问可申请复检</li>
            </ul>
          </section>
          <section className={styles.box}>
            <h3>日志里没有什么</h3>
            <ul>
              <li>证书编号、核对码、委托人与检测结果</li>
              <li>能推知某个编号是否存在的线索；撤销与签发的记录看上去一样</li>
            </ul>
            <p>能看出的只有数量：由条目数的增长，看得出每小时新增多少条、一批何时结束。</p>
          </section>
        </div>
      </section>
    </>
  )
}
