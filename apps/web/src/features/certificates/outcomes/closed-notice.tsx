import { OutcomeBox } from './outcome-box.tsx'
import { PhoneLink } from './phone-link.tsx'

/** Shown when no source of certificates is connected. */
export function ClosedNotice({ phone }: { phone: string }) {
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
