import { REPORT_MAX, REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useActionData, useLoaderData } from 'react-router-dom'
import { type ContactFact, readContactFacts } from '#domain/standing-pages/contact-facts.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportFailed, ReportSent } from './report-outcome.tsx'
import styles from './report-page.module.css'
import { type ReportOutcome, useReport } from './use-report.ts'

const TITLE = '举报假证书'
const PATH = '/certificate-check/report'
const LEAD = '见到伪造的证书、仿冒本站的网页，或冒用本中心名义的宣传，请告诉我们。'
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: TITLE }]

export { reportAction as action } from './use-report.ts'

export const loader = defineLoader(async ({ api, query, request }) => {
  // The form works without the contacts.
  const info = await optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request)
  return {
    certificateNo: (query.get('no') ?? '').slice(0, REPORT_MAX.certificateNo),
    contacts: info ? readContactFacts(info) : [],
  }
})

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  canonical: PATH,
  description: LEAD,
  crumb: CRUMB,
})

export function Component() {
  const { certificateNo, contacts } = useLoaderData<typeof loader>()
  const outcome = useActionData<ReportOutcome>()
  const report = useReport(certificateNo, outcome)
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) titleRef.current?.focus()
  }, [outcome])
  const contact = {
    email: contacts.find(({ name }) => name === '邮箱'),
    phone: contacts.find(({ name }) => name === '电话'),
  }
  return (
    <PageFrame crumb={CRUMB} title={TITLE} lead={LEAD} stone="ruby" drawing="wrong-brilliant" className={styles.root}>
      <div className={styles.main} aria-live="polite">
        {outcome?.kind === 'failed' && <ReportFailed outcome={outcome} titleRef={titleRef} {...contact} />}
        {outcome?.kind === 'sent' ? (
          <ReportSent titleRef={titleRef} followed={outcome.followed} />
        ) : (
          <ReportForm report={report} />
        )}
      </div>
      <aside className={shared.stackWide}>
        <Box title="提交之后">
          <p>
            提交后得到编号与跟进链接，处理进度与答复都在链接中，也可以补充说明与图片。需要核实时，按你留下的方式联系。
          </p>
          <p>本中心可以说明某份证书是否由本中心签发，但不能代为退款或追责。</p>
        </Box>
        <Box title="图片与实物">
          <p>
            最多 {REPORT_PICTURES_MAX} 张图片可在表单中添加。更多图片与视频可
            <HowToSend {...contact} />
            {'，'}并写明举报的证书编号。
          </p>
        </Box>
        <Box title="已经付款">
          <p>
            请同时向交易平台投诉，或拨打 <TextLink to="tel:12315">12315</TextLink>；涉嫌诈骗的，向公安机关报案（
            <TextLink to="tel:110">110</TextLink>）。
          </p>
        </Box>
      </aside>
    </PageFrame>
  )
}

/** How to send pictures to the laboratory, by the published contacts. */
function HowToSend({ email, phone }: Record<'email' | 'phone', ContactFact | undefined>) {
  if (email?.href) {
    return (
      <>
        寄到 <TextLink to={email.href}>{email.value}</TextLink>
      </>
    )
  }
  if (phone?.href) {
    return (
      <>
        致电 <TextLink to={phone.href}>{phone.value}</TextLink> 约定递交方式
      </>
    )
  }
  return (
    <>
      在送检时递交，见<TextLink to="/contact-us">联系方式</TextLink>
    </>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.box}>
      <h2 className={styles.boxTitle}>{title}</h2>
      {children}
    </section>
  )
}
