import { RECEIPT_KEYS_PATH, RECEIPT_TYPE } from '@portal/contract/certificates/certificate-receipt.ts'
import { useEffect, useRef } from 'react'
import { useActionData, useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { PageFrame } from '#ui/page-head.tsx'
import { ReceiptForm } from './receipt-form.tsx'
import styles from './receipt-page.module.css'
import { ReceiptVerdict } from './receipt-verdict.tsx'
import { type ReceiptCheck, useReceiptCheck } from './use-receipt-check.ts'

const TITLE = '查询凭证核验'
const LEAD = '查询证书时取得的凭证带有本中心的数字签名，任何人都能核验它是否属实、是否被改动。'
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: TITLE }]

/** The three parts of a compact JWS (RFC 7515, 7.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

export { receiptAction as action } from './use-receipt-check.ts'

export const loader = defineLoader(async ({ api }) => api.callBff('GET /bff/certificates'))

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  description: LEAD,
  crumb: CRUMB,
})

export function Component() {
  const { keys, officialOrigin } = useLoaderData<typeof loader>()
  const sent = useActionData<ReceiptCheck>()
  const receipt = useReceiptCheck(keys, sent)
  const { typed, verdict } = receipt
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (verdict && verdict.kind !== 'empty') titleRef.current?.focus()
  }, [verdict])
  return (
    <PageFrame
      crumb={CRUMB}
      title={TITLE}
      lead={LEAD}
      stone="emerald"
      drawing="certificate-folder"
      className={styles.root}
    >
      <div className={styles.main}>
        <div className={styles.result} aria-live="polite">
          {verdict && verdict.kind !== 'empty' && (
            <ReceiptVerdict
              verdict={verdict}
              officialOrigin={officialOrigin}
              receipt={COMPACT.test(typed.trim()) ? typed.trim() : null}
              titleRef={titleRef}
            />
          )}
        </div>
        <ReceiptForm {...receipt} />
        <OwnCheck origin={officialOrigin} />
      </div>
      <aside className={styles.aside}>
        <LookupBox />
        <section className={styles.box}>
          <h2 className={styles.boxTitle}>凭证证明什么</h2>
          <ul className={styles.list}>
            <li>某个时间，本站对某个编号作过怎样的答复</li>
            <li>答复的内容此后没有被改动</li>
          </ul>
          <h2 className={styles.boxTitle}>凭证不证明什么</h2>
          <ul className={styles.list}>
            <li>证书现在仍然有效</li>
            <li>手中的实物就是证书所指的样品</li>
          </ul>
        </section>
      </aside>
    </PageFrame>
  )
}

/** How to verify a receipt independently. */
function OwnCheck({ origin }: { origin: string }) {
  return (
    <section className={styles.own} aria-labelledby="own-check">
      <h2 className={styles.title} id="own-check">
        不经本站自行核验
      </h2>
      <p>
        凭证是标准的 JWS（RFC 7515），算法 EdDSA（Ed25519，RFC 8037），<code>typ</code> 为 <code>{RECEIPT_TYPE}</code>
        ，任何 JOSE 程序都能核验。公钥为 JWKS 格式，公布在：
      </p>
      <p>
        <a className={styles.address} href={RECEIPT_KEYS_PATH}>
          {origin}
          {RECEIPT_KEYS_PATH}
        </a>
      </p>
      <ol className={styles.list}>
        <li>
          按凭证头部的 <code>kid</code> 取公钥，验证签名；算法只接受 EdDSA。公钥带有 <code>revoked</code>{' '}
          的已经作废，用它签发的凭证不论时间一律不采信。
        </li>
        <li>
          读取声明：<code>iss</code> 签发网站，<code>sub</code> 证书编号，<code>iat</code> 查询时间（自 1970
          年起的秒数），<code>state</code> 当时状态。
        </li>
        <li>
          文件中的 <code>answer</code> 按 RFC 8785 规范化后取 SHA-256，base64url 编码应与 <code>hash</code> 相同。
        </li>
      </ol>
    </section>
  )
}
