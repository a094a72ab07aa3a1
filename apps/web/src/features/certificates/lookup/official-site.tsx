import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import type { Laboratory } from '../laboratory.ts'
import styles from './official-site.module.css'

/** How to recognise the official site: forged QR codes lead to forged sites. */
export function OfficialSite({ laboratory }: { laboratory: Laboratory }) {
  const { officialOrigin, recordNum, policeRecordNum } = laboratory
  const host = hostOf(officialOrigin)
  const facts = [
    { name: '官方网址', value: host && <b className={shared.strong}>{host}</b> },
    { name: 'ICP 备案', value: recordNum },
    { name: '公安备案', value: policeRecordNum },
  ].filter(({ value }) => value)
  return (
    <section className={styles.root} aria-labelledby="official">
      <div>
        <h2 className={styles.title} id="official">
          谨防假冒网站
        </h2>
        <p>
          假证书上的二维码会打开仿冒的查询页。扫码后请看浏览器地址栏，网址须与这里完全一致；不放心时，请自行输入网址，再从首页进入“证书查询”。
        </p>
        <p className={styles.links}>
          <TextLink to="/certificate-check/report">举报假证书或假网站</TextLink>
          <TextLink to="/certificate-check/receipt">核对查询凭证</TextLink>
        </p>
      </div>
      {facts.length > 0 && <FactList facts={facts} size="small" />}
    </section>
  )
}

function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
