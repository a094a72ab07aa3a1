import type { Ref } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { PhoneLink } from './call-us.tsx'
import { OutcomeActions, OutcomeBox } from './outcome-box.tsx'

interface FailedProps {
  phone: string
  headingRef: Ref<HTMLHeadingElement>
  /** Asks once more with what stands in the form. */
  onRetry: () => void
}

/** The laboratory did not answer: no word on the certificate, good or bad. */
export function UnavailableOutcome({ status, message, ...rest }: FailedProps & { status: number; message: string }) {
  return (
    <OutcomeBox title="暂时无法查询" headingRef={rest.headingRef}>
      <p>{status === 0 ? '未能连上本站，请检查网络。' : message || '证书记录暂时没有应答。'}</p>
      <p>
        本次没有得到结果，不表示证书有效，也不表示无效。请稍后再查，或
        <PhoneLink phone={rest.phone} />
        核对。
      </p>
      <RetryAction onRetry={rest.onRetry} />
    </OutcomeBox>
  )
}

/** LookupKey too often from here, and the sum was not done. */
export function BusyOutcome({ retryAfterS, ...rest }: FailedProps & { retryAfterS: number | null }) {
  return (
    <OutcomeBox title="查询较多，请稍后再查" headingRef={rest.headingRef}>
      <p>
        短时间内来自同一网络的查询较多，本次没有查询。请约{formatWait(retryAfterS)}后再查；急用时请
        <PhoneLink phone={rest.phone} />
        核对。
      </p>
      <noscript>
        <p>启用 JavaScript 后，浏览器完成一次安全验证即可继续查询，无需等待。</p>
      </noscript>
      <RetryAction onRetry={rest.onRetry} />
    </OutcomeBox>
  )
}

/** A button of type `button` is not shown where no script could answer it; the form above serves there. */
function RetryAction({ onRetry }: { onRetry: () => void }) {
  return (
    <OutcomeActions>
      <Button onClick={onRetry}>重新查询</Button>
    </OutcomeActions>
  )
}

function formatWait(retryAfterS: number | null): string {
  if (retryAfterS === null) return ' 1 分钟'
  return retryAfterS < 100 ? ` ${Math.max(1, Math.ceil(retryAfterS))} 秒` : ` ${Math.ceil(retryAfterS / 60)} 分钟`
}
