import { Send } from '@lucide/icons'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useState } from 'react'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { type OutgoingAnswer, sendNow, takeBack, useOutgoing } from './outgoing-answers.ts'
import styles from './ticket-page.module.css'

/** Answers that are about to be sent, with the seconds in which they can be taken back. */
export function OutgoingStrips() {
  const answers = useOutgoing((state) => state.answers)
  return answers.map((answer) => <Strip key={answer.body.ref} answer={answer} />)
}

function Strip({ answer: { ticketId, body, sendAtMs } }: { answer: OutgoingAnswer }) {
  const seconds = useSecondsUntil(sendAtMs)
  return (
    <div className={styles.strip}>
      <Note
        icon={Send}
        action={
          <>
            <Button variant="outline" onClick={() => takeBack(body.ref)}>
              撤回修改
            </Button>
            <Button variant="quiet" onClick={() => void sendNow(body.ref)}>
              立即发送
            </Button>
          </>
        }
      >
        <span role="status">T-{ticketId} 的答复即将发出。</span>
        <span aria-hidden="true">{seconds > 0 ? ` ${seconds} 秒` : ' 正在发送'}</span>
      </Note>
    </div>
  )
}

function useSecondsUntil(atMs: number): number {
  const countSecondsLeft = () => Math.max(0, Math.ceil((atMs - Date.now()) / SECOND_MS))
  const [seconds, setSeconds] = useState(countSecondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(countSecondsLeft()), SECOND_MS / 2)
    return () => clearInterval(timer)
  })
  return seconds
}
