import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { Ref } from 'react'
import { formatDate } from '#lib/format.ts'
import { FactList } from '#ui/lists/fact-list.tsx'
import { PhoneLink } from './call-us.tsx'
import { OutcomeBox } from './outcome-box.tsx'

export interface ExaminationOutcomeProps {
  answer: CertificateAnswer
  phone: string
  headingRef: Ref<HTMLHeadingElement>
}

/** The sample is being tested: nothing is certified yet. */
export function ExaminationOutcome({ answer, phone, headingRef }: ExaminationOutcomeProps) {
  const { certificateNo, category, receivedOn } = answer
  return (
    <OutcomeBox title="样品正在检测，尚未签发证书" headingRef={headingRef}>
      <p>本中心已登记该编号，检测尚未完成，没有结论。此时出示的任何结论均非本中心签发。</p>
      <FactList
        size="small"
        facts={[
          { name: '证书编号', value: certificateNo },
          { name: '类别', value: category && CERTIFICATE_CATEGORIES[category] },
          { name: '收样日期', value: formatDate(receivedOn) },
        ].filter(({ value }) => value)}
      />
      <p>
        签发后可用同一编号与核对码查询。询问进度请
        <PhoneLink phone={phone} />。
      </p>
    </OutcomeBox>
  )
}
