import { readCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { ComponentProps } from 'react'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/deferred-part.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import type { CrumbStep, CrumbWords } from '#ui/crumb.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { CheckResult, PrintedVersion } from './certificate-action.ts'
import styles from './certificate-page.module.css'
import { type Laboratory, loadLaboratory } from './laboratory.ts'
import { chinese } from './language/chinese.ts'
import type { HelpTexts } from './language/chinese-help.ts'
import { type LookupTexts, useLookupTexts } from './language/lookup-texts.ts'
import { OtherLanguage } from './language/other-language.tsx'
import { CheckFormFields } from './lookup/check-form.tsx'
import { type CheckForm, useCheckForm } from './lookup/use-check-form.ts'
import { ScanButton } from './scan/scan-button.tsx'

export { certificateAction as action } from './certificate-action.ts'
export { LookupLanguage } from './language/lookup-texts.ts'

const CRUMB = [{ text: '检测业务' }, { text: chinese.title }]

/**
 * `?no=` fills the form only: no address looks up a certificate or contains a check code. `?v=` is the version of the
 * printed certificate whose QR code was scanned.
 */
export const loader = defineLoader(async ({ api, query, request }) => {
  const laboratory = await loadLaboratory(api, request)
  const printedVersion = Number.parseInt(query.get('v') ?? '', 10) || null
  return { laboratory, initialNumber: normaliseNumber(query.get('no') ?? ''), printedVersion }
})

/** A lookup changes no data of the loaders. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !formMethod && defaultShouldRevalidate
}

function normaliseNumber(typed: string): string {
  const reading = readCertificateNo(typed)
  if (reading.kind === 'empty') return ''
  return reading.kind === 'right' ? reading.certificateNo : typed.slice(0, 60)
}

export const meta: MetaOf<typeof loader> = () => ({
  title: chinese.title,
  description: chinese.lead,
  crumb: CRUMB,
})

/* The code of results and help is large, so it is loaded after the form. */
const CheckTips = deferredPart(async () => (await import('./lookup/lookup-help.tsx')).CheckTips)
const OfficialSite = deferredPart(async () => (await import('./lookup/lookup-help.tsx')).OfficialSite)
const WhereDiagram = deferredPart(async () => (await import('./lookup/lookup-help.tsx')).WhereDiagram)
const ClosedNotice = deferredPart(async () => (await import('./lookup/lookup-help.tsx')).ClosedNotice)
const Found = deferredPart(async () => (await import('./outcomes/certificate-outcome.tsx')).CertificateOutcome)
const Other = deferredPart(async () => (await import('./outcomes/other-outcome.tsx')).OtherOutcome)

/** The parts below in English, for `english/certificate-page.tsx`. */
export const loadEnglishResults = () => import('./english/english-results.tsx')

export function Component() {
  return <LookupPage crumb={CRUMB} Found={Found} Other={Other} />
}

/** The parts that show results, in the language of the page. */
interface ResultParts {
  Found: typeof Found
  Other: typeof Other
  /** The dialog that scans a QR code. */
  Scan?: ComponentProps<typeof ScanButton>['Dialog']
  help?: HelpTexts | undefined
}

interface LookupPageProps extends ResultParts {
  crumb: readonly CrumbStep[]
  words?: CrumbWords
}

/** The lookup in the language of the context `LookupLanguage`; uses the data of `loader`. */
export function LookupPage({ crumb, words, ...parts }: LookupPageProps) {
  const { laboratory, initialNumber, printedVersion } = useLoaderData<typeof loader>()
  const texts = useLookupTexts()
  const form = useCheckForm(initialNumber)
  const printed = form.result?.printed ?? { certificateNo: initialNumber, version: printedVersion }
  return (
    <>
      <div className={styles.head}>
        <PageHead
          crumb={crumb}
          words={words}
          title={texts.title}
          lead={
            <>
              {texts.lead} <OtherLanguage form={form} printed={printed} />
            </>
          }
          figure={<Drawing name="cabochon-veined" />}
          stone="turquoise"
        />
      </div>
      <Container className={styles.root}>
        <VisuallyHidden role="status">{form.result && getAnnouncement(form.result, texts)}</VisuallyHidden>
        <Lookup form={form} laboratory={laboratory} printed={printed} {...parts} />
        <OfficialSite laboratory={laboratory} texts={parts.help?.official} />
      </Container>
    </>
  )
}

interface LookupProps extends ResultParts {
  form: CheckForm
  laboratory: Laboratory
  printed: PrintedVersion
}

function Lookup({ form, laboratory, printed, Found, ...parts }: LookupProps) {
  const { result, refs, reset } = form
  if (!laboratory.isOpen) return <ClosedNotice phone={laboratory.phone} texts={parts.help?.closed} />
  const found = result?.kind === 'answer' && result.answer.certificate
  if (!found) return <LookupForm form={form} printed={printed} phone={laboratory.phone} {...parts} />
  const shared = { result, laboratory, printed, headingRef: refs.heading, onAgain: reset }
  return <Found {...shared} certificate={found} />
}

/** Form and diagram, with the result of a lookup that found no certificate. */
function LookupForm({
  form,
  printed,
  phone,
  Other,
  Scan,
  help,
}: { form: CheckForm; printed: PrintedVersion; phone: string } & Omit<ResultParts, 'Found'>) {
  const { number } = form.readings
  const fault = number?.kind === 'wrong' ? number : undefined
  return (
    <div className={styles.asking}>
      <div className={styles.words}>
        <CheckFormFields form={form} printed={printed} scan={<ScanButton onNumber={form.fill} Dialog={Scan} />} />
        {(fault || (form.result && !form.isBusy)) && <Other form={form} phone={phone} />}
        {!form.result && !fault && <CheckTips phone={phone} texts={help?.tips} />}
      </div>
      <WhereDiagram texts={help?.diagram} />
    </div>
  )
}

/** Text about the result for screen readers. */
function getAnnouncement(result: CheckResult, { announcements }: LookupTexts): string {
  if (result.kind !== 'answer') return announcements[result.kind]
  return announcements.answer(announcements[result.answer.state])
}
