import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/deferred-part.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { CheckResult } from './certificate-action.ts'
import styles from './certificate-page.module.css'
import { type Laboratory, loadLaboratory } from './laboratory.ts'
import { CheckFormFields } from './lookup/check-form.tsx'
import { CheckTips, OfficialSite, WhereDiagram } from './lookup/lookup-help.tsx'
import { type CheckForm, useCheckForm } from './lookup/use-check-form.ts'
import type { PrintedVersion } from './outcomes/certificate-outcome.tsx'
import { OutcomeBox, PhoneLink } from './outcomes/outcome-box.tsx'
import { ScanButton } from './scan/scan-button.tsx'

export { certificateAction as action } from './certificate-action.ts'

const TITLE = '证书查询'
const LEAD = '输入证书编号与核对码，核对签发记录。查询免费，无需登录。'
const CRUMB = [{ text: '检测业务' }, { text: TITLE }]

/**
 * `?no=` fills the form only: no address looks up a certificate or contains a check code. `?v=` is the version of the
 * printed certificate whose QR code was scanned.
 */
export const loader = defineLoader(async ({ api, query, request }) => {
  const laboratory = await loadLaboratory(api, request)
  const printedVersion = Number.parseInt(query.get('v') ?? '', 10) || null
  return { laboratory, initialNumber: asWritten(query.get('no') ?? ''), printedVersion }
})

/** A lookup changes no data of the loaders. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !formMethod && defaultShouldRevalidate
}

function asWritten(typed: string): string {
  const reading = readCertificateNo(typed)
  if (reading.kind === 'empty') return ''
  return reading.kind === 'right' ? reading.certificateNo : typed.slice(0, 60)
}

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  description: LEAD,
  crumb: CRUMB,
})

/* Most of the code shows results, so it is loaded after the form. */
const CertificateOutcome = deferredPart(
  async () => (await import('./outcomes/certificate-outcome.tsx')).CertificateOutcome,
)
const OtherOutcome = deferredPart(async () => (await import('./outcomes/other-outcome.tsx')).OtherOutcome)

export function Component() {
  const { laboratory, initialNumber, printedVersion } = useLoaderData<typeof loader>()
  const form = useCheckForm(initialNumber)
  return (
    <>
      <div className={styles.head}>
        <PageHead
          crumb={CRUMB}
          title={TITLE}
          lead={LEAD}
          figure={<Drawing name="cabochon-veined" />}
          stone="turquoise"
        />
      </div>
      <Container className={styles.root}>
        <VisuallyHidden role="status">{form.result && announcementOf(form.result)}</VisuallyHidden>
        <Lookup
          form={form}
          laboratory={laboratory}
          printed={{ certificateNo: initialNumber, version: printedVersion }}
        />
        <OfficialSite laboratory={laboratory} />
      </Container>
    </>
  )
}

interface LookupProps {
  form: CheckForm
  laboratory: Laboratory
  printed: PrintedVersion
}

function Lookup({ form, laboratory, printed }: LookupProps) {
  const { result, refs, reset } = form
  if (!laboratory.isOpen) return <ClosedNotice phone={laboratory.phone} />
  const found = result?.kind === 'answer' && result.answer.certificate
  if (!found) return <LookupForm form={form} phone={laboratory.phone} />
  const shared = { result, laboratory, printed, headingRef: refs.heading, onAgain: reset }
  return <CertificateOutcome {...shared} certificate={found} />
}

/** Form and diagram, with the result of a lookup that found no certificate. */
function LookupForm({ form, phone }: { form: CheckForm; phone: string }) {
  const { number } = form.readings
  const fault = number?.kind === 'wrong' ? number : undefined
  return (
    <div className={styles.asking}>
      <div className={styles.words}>
        <CheckFormFields form={form} scan={<ScanButton onNumber={form.fill} />} />
        {(fault || (form.result && !form.isBusy)) && <OtherOutcome form={form} phone={phone} />}
        {!form.result && !fault && <CheckTips phone={phone} />}
      </div>
      <WhereDiagram />
    </div>
  )
}

const STATE_ANNOUNCEMENTS = {
  valid: '编号有效',
  reissued: '证书已换发',
  withdrawn: '证书已撤销',
  examination: '样品正在检测，尚未签发证书',
  unknown: '未查到相符的证书',
} as const

/** The result for screen readers. */
function announcementOf(result: CheckResult): string {
  if (result.kind === 'answer') return `查询结果：${STATE_ANNOUNCEMENTS[result.answer.state]}`
  if (result.kind === 'fault') return '证书编号或核对码有误，未查询'
  return result.kind === 'busy' ? '查询较多，请稍后再查' : '暂时无法查询'
}

/** Shown when no source of certificates is connected. */
function ClosedNotice({ phone }: { phone: string }) {
  return (
    <OutcomeBox title="在线查询尚未开通">
      <p>
        本站尚未接入证书记录，无法在线核对。请
        <PhoneLink phone={phone} />
        ，由工作人员按编号核对原始记录。
      </p>
      <p>任何声称可以代为查询本中心证书的其他网站，均与本中心无关。</p>
    </OutcomeBox>
  )
}
