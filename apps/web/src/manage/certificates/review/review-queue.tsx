import { ArrowLeft, ArrowRight } from '@lucide/icons'
import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { type DeskCertificate, formatCount } from '../desk-words.ts'

type Queue = NonNullable<DeskCertificate['queue']>

/** Position of a certificate in the queue of submitted ones. Its neighbours stay reachable after the decision. */
export function useQueue({ queue }: DeskCertificate): { queue: Queue | undefined; isDecided: boolean } {
  const [first] = useState(queue)
  return { queue: queue ?? first, isDecided: queue === undefined }
}

const QUEUES: Readonly<Record<SignedStep, string>> = { review: '待审核', approve: '待批' }

/** The crumb 证书 › 待批 › 第 1 份，共 5 份. */
export function QueueCrumb({ queue, step }: { queue: Queue; step: SignedStep }) {
  return (
    <>
      <Link to="/certificates">证书</Link> ›{' '}
      <Link to={`/certificates?state=${step === 'review' ? 'review' : 'submitted'}`}>{QUEUES[step]}</Link>
      {` › 第 ${formatCount(queue.place)} 份，共 ${formatCount(queue.total)} 份`}
    </>
  )
}

/** Links to the neighbours in the queue. */
export function QueueSteps({ queue: { previous, next }, step }: { queue: Queue; step: SignedStep }) {
  const navigate = useNavigate()
  const open = (certificateNo: string | null) => () => {
    if (certificateNo !== null) void navigate(buildPath(certificateNo))
  }
  useKeys({
    k: { words: `上一份${QUEUES[step]}`, run: open(previous) },
    j: { words: `下一份${QUEUES[step]}`, run: open(next) },
  })
  return (
    <>
      <Step label={`上一份${QUEUES[step]}`} icon={ArrowLeft} to={previous} cap="k" />
      <Step label={`下一份${QUEUES[step]}`} icon={ArrowRight} to={next} cap="j" />
    </>
  )
}

interface StepProps {
  label: string
  icon: typeof ArrowLeft
  to: string | null
  cap: string
}

function Step({ label, icon, to, cap }: StepProps) {
  if (to === null) {
    return (
      <Button variant="outline" icon={icon} aria-label={label} disabled>
        <KeyCaps of={cap} />
      </Button>
    )
  }
  return (
    <ButtonLink variant="outline" icon={icon} aria-label={label} to={buildPath(to)}>
      <KeyCaps of={cap} />
    </ButtonLink>
  )
}

const buildPath = (certificateNo: string) => `/certificates/${certificateNo}`
