import { REPORT_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { useEffect, useRef } from 'react'
import { useActionData, useLoaderData } from 'react-router-dom'
import { readContactFacts } from '#domain/standing-pages/contact-facts.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportFailed, ReportSent } from './report-outcome.tsx'
import styles from './report-page.module.css'
import { type ReportOutcome, useReport } from './use-report.ts'

const TITLE = '举报假证书'
const PATH = '/certificate-check/report'
const LEAD = '见到伪造的证书、仿冒本站的网页，或冒用本中心名义的宣传，请告诉我们。'
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: TITLE }]

/* Contains only text, whose links work before its code is loaded. */
const ReportNotes = nearPart(async () => (await import('./report-notes.tsx')).ReportNotes)

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
      <ReportNotes {...contact} />
    </PageFrame>
  )
}
