import { decodeBase64, toHex } from '@portal/contract/tlog/hashing.ts'
import type { ReactNode } from 'react'
import type { Failed, Included } from '#domain/log/check-logged.ts'
import { formatNumber } from '#lib/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { OutcomeTexts } from '../language/outcome-texts.ts'
import { shortenHash } from '../proof/short-hash.ts'
import { formatEnglishDate, formatEnglishDateTime } from '../texts/en/words.tsx'

const formatPlace = (index: number): ReactNode => (
  <>
    entry <b>{formatNumber(index)}</b> of the <TextLink to="/log">public log</TextLink>
  </>
)

function describeInclusion({ index, isSigned, since, isStored }: Included): ReactNode {
  if (!isSigned) {
    return (
      <>
        What is shown agrees with {formatPlace(index)}; this browser could not verify the signature of its checkpoint.
      </>
    )
  }
  if (since) {
    return (
      <>
        Checked: what is shown is {formatPlace(index)}, which has only grown since this device saw it on{' '}
        {formatEnglishDate(since.day)}.
      </>
    )
  }
  return (
    <>
      Checked: what is shown is {formatPlace(index)}.{' '}
      {isStored
        ? 'This device has stored the checkpoint; the next check verifies that the log continues it.'
        : 'This device cannot store the checkpoint, so the next check cannot verify that the log continues it.'}
    </>
  )
}

const FAILED: Readonly<Record<Failed['why'], (since: string) => ReactNode>> = {
  absent: () => (
    <>
      <b>Check failed: what is shown is not in the public log.</b> Do not rely on it in a sale, and notify the
      laboratory.
    </>
  ),
  discontinued: (since) => (
    <>
      <b>
        Check failed: the log does not continue the one that this device saw on {since}; earlier entries may have been
        altered.
      </b>{' '}
      Do not rely on it in a sale.
    </>
  ),
  foreign: () => (
    <>
      <b>Check failed: the checkpoint is not signed by the laboratory.</b> This may not be the site of the laboratory.
    </>
  ),
}

const describeProof: OutcomeTexts['proof']['sentence'] = (proof, log) => {
  switch (proof.kind) {
    case 'checking':
      return 'Checking the public log…'
    case 'included':
      return describeInclusion(proof)
    case 'unscripted':
      return (
        log && (
          <>
            Said to be {formatPlace(log.index)}, hash{' '}
            <code>{shortenHash(toHex(decodeBase64(log.entry) ?? new Uint8Array()), 6)}</code>. Scripts are off: this
            page has not checked it.
          </>
        )
      )
    case 'missing':
      return proof.isWithdrawn
        ? 'This withdrawal has no entry in the public log yet, so it was not checked; it is in force.'
        : 'The answer names no entry of the public log, so it was not checked. This device has checked the log of this site before; if it checked this certificate too, please ask the laboratory.'
    case 'unreachable':
      return 'The public log cannot be reached, so it was not checked; the result is not affected.'
    case 'pending':
      return 'This version was issued a moment ago and no checkpoint has it yet, so it was not checked; the result is not affected.'
    case 'unsupported':
      return 'This browser cannot check the public log; the result is not affected.'
    case 'failed':
      return FAILED[proof.why](formatEnglishDate(proof.since))
  }
}

/** Texts about the check of a result against the public log, in English. */
export const englishProof: OutcomeTexts['proof'] = {
  sentence: describeProof,
  how: 'How',
  retry: 'Try again',
  checkYourself: 'Check it yourself (in Chinese)',
  report: 'Report it (in Chinese)',
  recognise: 'How to recognise it',
  verdict: {
    title: 'What is shown failed the check',
    text: {
      absent: 'The number is in the records, but what is shown differs from the public log.',
      discontinued: 'The public log does not continue the one seen earlier: do not trust what is shown.',
      foreign: 'The public log is not signed by the laboratory: do not trust what is shown.',
    },
  },
  stamp: 'Check failed',
  failure: {
    title: 'Why not to rely on it',
    why: {
      absent:
        'Every certificate that was issued is in the public log. What is shown here is not: it differs from what was issued, or was altered on its way.',
      discontinued:
        'The log only ever grows at its end. It does not continue the one seen earlier, so entries were altered or removed, and what is shown may be altered too.',
      foreign:
        'The laboratory signs every checkpoint. The signature is another one: this may not be the site of the laboratory, or the page was altered on its way.',
    },
    pay: 'Do not pay and do not hand over anything.',
    save: 'Download the receipt',
    keep: (button) => <>Keep the evidence: {button}, with all data of this check.</>,
    report: (link, phone) => (
      <>
        Notify the laboratory: {link('report it online')} (in Chinese, with the receipt), or {phone}, with certificate
        and stone at hand.
      </>
    ),
    derived: 'Derived root',
    signed: 'Root of the checkpoint',
  },
  facts: {
    entry: 'Entry',
    index: 'Index',
    number: (index) => formatNumber(index),
    checkpoint: 'Checkpoint',
    checkpointOf: ({ size, atMs }) => `${formatNumber(size)} entries, read ${formatEnglishDateTime(atMs)}`,
    root: 'Root',
    proof: 'Proof',
    proofOf: (count) => `${formatNumber(count)} hashes`,
    continued: 'Continues',
    continuedOf: ({ since, isStored, isSigned }) => {
      if (since) return `${formatNumber(since.size)} entries of ${formatEnglishDate(since.day)}: yes`
      if (!isSigned) return 'signature not verified, nothing stored'
      return isStored ? 'first check, checkpoint stored' : 'first check, nothing stored'
    },
    cosignatures: 'Witnesses',
    cosignaturesOf: (count) => (count > 0 ? `${count}, not verified by this page` : 'none'),
    pictures: 'Pictures',
    picturesOf: ({ right, unread }) => {
      if (right + unread === 0) return null
      const parts = [right > 0 && `${right} agree`, unread > 0 && `${unread} not available, not checked`]
      return parts.filter(Boolean).join(', ')
    },
  },
  steps: {
    label: 'How it was checked',
    note: 'The entry was computed from what is shown, the root of the checkpoint from the entry and its proof; then signature and continuation were verified, all on this device. The index counts from 0.',
    log: 'About the log (in Chinese)',
    receipt: 'Download the receipt with proof',
    file: 'Download the proof file',
    others: 'Verify with other tools (in Chinese)',
  },
}
