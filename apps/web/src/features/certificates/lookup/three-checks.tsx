import styles from './three-checks.module.css'

const CHECKS = [
  { title: '对编号', text: '页面编号与证书、吊牌上印刷的编号一致，一字不差。' },
  { title: '对刮开层', text: '购买时刮开层应完好；已被刮开的，核对码可能早已为他人所知。' },
  { title: '对网址', text: '浏览器地址栏的网址与本页所列官方网址一致。' },
] as const

/** Checks of the paper and of the site. */
export function ThreeChecks() {
  return (
    <ul className={styles.root} aria-label="核对证书">
      {CHECKS.map(({ title, text }) => (
        <li className={styles.check} key={title}>
          <h3 className={styles.title}>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
