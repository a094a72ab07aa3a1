import { TextLink } from '#ui/text-link.tsx'
import styles from './progress.module.css'

/** What the two fields are, and what the page shows. */
export function ProgressHelp() {
  return (
    <div className={styles.helpRoot}>
      <section>
        <h2 className={styles.helpTitle}>查询码不是取件码</h2>
        <p>
          凭查询码看进度、答复问题，样品送达前也能取消，但不能领回样品。取件码在可领时另发，凭它领回样品。两者都请勿转给他人。
        </p>
      </section>
      <section>
        <h2 className={styles.helpTitle}>看到的不含姓名</h2>
        <p>进度页只有样品自述、状态、费用与日期，没有姓名、电话和影像。</p>
      </section>
      <section>
        <h2 className={styles.helpTitle}>证书编号查证书</h2>
        <p>
          证书编号不在这里查，请到<TextLink to="/certificate-check">证书查询</TextLink>。
        </p>
      </section>
      <svg
        className={styles.helpPaper}
        viewBox="0 0 300 250"
        role="img"
        aria-label="单据上委托单号与查询码的位置"
        fill="none"
        stroke="currentColor"
      >
        <path d="M20 10h240l20 20v210H20z" className={styles.helpSheet} />
        <path d="M40 92h220M40 206h220M40 228h160" />
        <path d="M40 112h220v74H40zM114 112v74M188 112v74" opacity=".6" />
        <rect className={styles.helpPlace} x="36" y="50" width="152" height="26" />
        <rect className={styles.helpPlace} x="200" y="50" width="64" height="26" />
        <path d="M40 30h84" strokeWidth="6" opacity=".45" />
        <text className={styles.helpWords} x="44" y="68">
          委托单号 WT…
        </text>
        <text className={styles.helpWords} x="210" y="68">
          查询码
        </text>
      </svg>
    </div>
  )
}
