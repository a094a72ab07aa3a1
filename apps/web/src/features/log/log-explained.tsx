import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { TreeFigure } from './figures/tree-figure.tsx'
import styles from './log-page.module.css'

/** Number of entries in the figure. */
const SIZE = 27
const INDEX = 11

const KEY = ['您查询的证书', '旁证：5 个刻面，足以从它推到台面', '台面：检查点', '尚未刻出：新记录只能接在这里']

/** Explains the log in three sentences and a picture. */
export function LogExplained() {
  return (
    <section className={styles.explained} aria-labelledby="log-why">
      <figure className={styles.figure}>
        <TreeFigure size={SIZE} index={INDEX} />
        <figcaption className={styles.caption}>
          示意：{SIZE} 条记录的日志，画作阶梯琢型。外圈的刻度是记录的序号。
        </figcaption>
      </figure>
      <div>
        <h2 id="log-why">
          <VisuallyHidden>日志怎样使人放心</VisuallyHidden>
        </h2>
        <ol className={styles.sentences}>
          <li>每签发、更正或撤销一份证书，日志末尾就添一条记录；记录只是一串摘要，看不出编号、核对码与内容。</li>
          <li>
            记录两两相合，最后合成一个<b>检查点</b>，由本中心签名公布；改动或抽走任何一条，检查点都对不上。
          </li>
          <li>查询证书时，浏览器自行核对这份证书确在日志之中，而且日志接着上次所见只增不改，不必听信本中心。</li>
        </ol>
        <dl className={styles.key}>
          {KEY.map((text, at) => (
            <div key={text}>
              <dt data-callout={at + 1}>{at + 1}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
