import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { type LookupForm as CheckFormState, useLookupForm } from '#domain/certificates/use-lookup-form.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { CheckResult, PrintedVersion } from '../certificate-action.ts'
import { type Laboratory, loadLaboratory } from '../laboratory.ts'
import { deferWithTexts, type LookupTexts, useTexts } from '../texts/texts.tsx'
import { CheckFormFields } from './check-form.tsx'
import styles from './lookup-page.module.css'
import { OtherLanguage } from './other-language.tsx'

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
  const reading = readNumber('certificate', typed)
  if (reading.kind === 'empty') return ''
  return reading.kind === 'right' ? reading.number : typed.slice(0, 60)
}

export type CheckForm = CheckFormState<CheckResult>

/** The lookup; `loadTexts` loads the texts of the parts that are loaded after the form. */
export function createLookupPage(loadTexts: () => Promise<Partial<LookupTexts>>) {
  const parts = deferParts(loadTexts)
  return function Component() {
    return <LookupPage parts={parts} />
  }
}

type Parts = ReturnType<typeof deferParts>

/** Results and help, whose code is large. */
function deferParts(loadTexts: () => Promise<Partial<LookupTexts>>) {
  const loadHelp = () => import('./lookup-help.tsx')
  return {
    CheckTips: deferWithTexts(async () => (await loadHelp()).CheckTips, loadTexts),
    OfficialSite: deferWithTexts(async () => (await loadHelp()).OfficialSite, loadTexts),
    WhereDiagram: deferWithTexts(async () => (await loadHelp()).WhereDiagram, loadTexts),
    ClosedNotice: deferWithTexts(async () => (await loadHelp()).ClosedNotice, loadTexts),
    Found: deferWithTexts(
      async () => (await import('../outcomes/certificate-outcome.tsx')).CertificateOutcome,
      loadTexts,
    ),
    Other: deferWithTexts(async () => (await import('../outcomes/other-outcome.tsx')).OtherOutcome, loadTexts),
    // The button needs scripts, so that its code can come after the first view.
    ScanButton: deferWithTexts(async () => (await import('../scan/scan-button.tsx')).ScanButton, loadTexts),
    Scan: deferWithTexts(async () => (await import('../scan/scan-dialog.tsx')).ScanDialog, loadTexts),
  }
}

/** Uses the data of `loader`. */
function LookupPage({ parts }: { parts: Parts }) {
  const { laboratory, initialNumber, printedVersion } = useLoaderData<typeof loader>()
  const texts = useTexts('lookup')
  const form = useLookupForm<CheckResult>({
    kind: 'certificate',
    initialNumber,
    getNumber: ({ certificateNo }) => certificateNo,
  })
  const printed = form.result?.printed ?? { certificateNo: initialNumber, version: printedVersion }
  return (
    <>
      <div className={styles.head}>
        <PageHead
          crumb={texts.crumb}
          words={texts.crumbWords}
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
        <Lookup form={form} laboratory={laboratory} printed={printed} parts={parts} />
        <parts.OfficialSite laboratory={laboratory} />
      </Container>
    </>
  )
}

interface LookupProps {
  form: CheckForm
  laboratory: Laboratory
  printed: PrintedVersion
  parts: Parts
}

function Lookup({ form, laboratory, printed, parts: { ClosedNotice, Found, ...parts } }: LookupProps) {
  const { result, refs, reset } = form
  if (!laboratory.isOpen) return <ClosedNotice phone={laboratory.phone} />
  const found = result?.kind === 'answer' && result.answer.certificate
  if (!found) return <LookupForm form={form} printed={printed} phone={laboratory.phone} {...parts} />
  const shared = { result, laboratory, printed, headingRef: refs.heading, onAgain: reset }
  return <Found {...shared} certificate={found} />
}

interface LookupFormProps extends Pick<Parts, 'CheckTips' | 'WhereDiagram' | 'Other' | 'Scan' | 'ScanButton'> {
  form: CheckForm
  printed: PrintedVersion
  phone: string
}

/** Form and diagram, with the result of a lookup that found no certificate. */
function LookupForm({ form, printed, phone, ScanButton, ...parts }: LookupFormProps) {
  const { CheckTips, WhereDiagram, Other, Scan } = parts
  const { number } = form.readings
  const fault = number?.kind === 'wrong' ? number : undefined
  return (
    <div className={styles.asking}>
      <div className={styles.words}>
        <CheckFormFields form={form} printed={printed} scan={<ScanButton onNumber={form.fill} Dialog={Scan} />} />
        {(fault || (form.result && !form.isBusy)) && <Other form={form} phone={phone} />}
        {!form.result && !fault && <CheckTips phone={phone} />}
      </div>
      <WhereDiagram />
    </div>
  )
}

/** Text about the result for screen readers. */
function getAnnouncement(result: CheckResult, { announcements }: LookupTexts['lookup']): string {
  if (result.kind !== 'answer') return announcements[result.kind]
  return announcements.answer(announcements[result.answer.state])
}
