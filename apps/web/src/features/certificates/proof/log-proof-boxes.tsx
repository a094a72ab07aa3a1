import { FileJson, FileText } from '@lucide/icons'
import type { Failed, Included } from '#domain/log/check-logged.ts'
import { saveFile } from '#lib/save-file.ts'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { PhoneLink } from '../outcomes/phone-link.tsx'
import { useTexts } from '../texts/texts.tsx'
import styles from './log-proof.module.css'
import { shortenHash } from './short-hash.ts'

interface LogProofStepsProps {
  proof: Included
  onSaveReceipt: (() => void) | undefined
}

/** The steps of the check, with all data that is needed to repeat it. */
export function LogProofSteps({ proof, onSaveReceipt }: LogProofStepsProps) {
  const { steps: texts, facts } = useTexts('proof')
  const rows = [
    { name: facts.entry, value: <code>{shortenHash(proof.entry, 10)}</code> },
    { name: facts.index, value: facts.number(proof.index) },
    { name: facts.checkpoint, value: facts.checkpointOf(proof) },
    { name: facts.root, value: <code>{shortenHash(proof.root, 10)}</code> },
    { name: facts.proof, value: facts.proofOf(proof.proof.length) },
    { name: facts.continued, value: facts.continuedOf(proof) },
    { name: facts.cosignatures, value: facts.cosignaturesOf(proof.cosignatures) },
    { name: facts.pictures, value: facts.picturesOf(proof.pictures) },
  ].filter(({ value }) => value !== null)
  const saveProof = () => saveFile(new Blob([proof.file], { type: 'text/plain' }), `log-${proof.index}.tlog-proof`)
  return (
    <section className={styles.how} aria-label={texts.label}>
      <dl className={styles.facts}>
        {rows.map(({ name, value }) => (
          <div className={styles.fact} key={name}>
            <dt className={styles.name}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{texts.note}</p>
      <div className={styles.actions}>
        <TextLink to="/log">{texts.log}</TextLink>
        {onSaveReceipt && (
          <button type="button" className={styles.save} onClick={onSaveReceipt}>
            <Icon of={FileJson} sizePx={16} />
            {texts.receipt}
          </button>
        )}
        <button type="button" className={styles.save} onClick={saveProof}>
          <Icon of={FileText} sizePx={16} />
          {texts.file}
        </button>
        <TextLink to="/log#auditor">{texts.others}</TextLink>
      </div>
    </section>
  )
}

interface LogProofFailureProps {
  proof: Failed
  certificateNo: string
  phone: string
  onSaveReceipt: (() => void) | undefined
  report: string
}

/** Explains why a certificate that failed the check must not be relied on, and what to do. */
export function LogProofFailure({ proof, certificateNo, phone, onSaveReceipt, report }: LogProofFailureProps) {
  const { failure: texts, facts } = useTexts('proof')
  const reportLink = (text: string) => (
    <TextLink to={`/certificate-check/report?no=${certificateNo}`} state={{ report }}>
      {text}
    </TextLink>
  )
  return (
    <section className={styles.failure} aria-labelledby="proof-failure">
      <h2 className={styles.failureTitle} id="proof-failure">
        {texts.title}
      </h2>
      <p>{texts.why[proof.why]}</p>
      <ol className={styles.todo}>
        <li>{texts.pay}</li>
        {onSaveReceipt && (
          <li>
            {texts.keep(
              <button type="button" className={styles.saveInText} onClick={onSaveReceipt}>
                {texts.save}
              </button>,
            )}
          </li>
        )}
        <li>{texts.report(reportLink, <PhoneLink phone={phone} />)}</li>
      </ol>
      <dl className={styles.failureFacts}>
        <div>
          <dt>{facts.index}</dt>
          <dd>{facts.number(proof.index)}</dd>
        </div>
        {proof.roots && (
          <>
            <div>
              <dt>{texts.derived}</dt>
              <dd>
                <code>{shortenHash(proof.roots.derived, 6)}</code>
              </dd>
            </div>
            <div>
              <dt>{texts.signed}</dt>
              <dd>
                <code>{shortenHash(proof.roots.checkpoint, 6)}</code>
              </dd>
            </div>
          </>
        )}
      </dl>
    </section>
  )
}
