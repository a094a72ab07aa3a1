import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './developers-page.module.css'

const TITLE = '开放接口'
const LEAD = '商户、平台与保险机构用自己的程序成批核对证书，并在证书变更时收到通知。'
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: TITLE }]

export const loader = defineLoader(async () => null)

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, description: LEAD, crumb: CRUMB })

/* Contains only text: the server renders it, and the browser does not need its code at first. */
const PartnerGuide = nearPart(async () => (await import('./partner-guide.tsx')).PartnerGuide)

/** Guide to the calls that partners make from their programs. */
export function Component() {
  return (
    <PageFrame crumb={CRUMB} title={TITLE} lead={LEAD} drawing="quartz" stone="emerald" className={styles.root}>
      <p className={styles.document}>
        <a className={styles.link} href="/developers/openapi.json">
          OpenAPI 3.1 文档
        </a>
        <TextLink to="/contact-us">申请密钥</TextLink>
      </p>
      <PartnerGuide />
    </PageFrame>
  )
}
