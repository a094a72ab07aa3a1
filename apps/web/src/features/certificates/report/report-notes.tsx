import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import type { ReactNode } from 'react'
import type { ContactFact } from '#domain/standing-pages/contact-facts.ts'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import styles from './report-page.module.css'

type Contact = Record<'email' | 'phone', ContactFact | undefined>

/** Column beside the form: how reports are processed, and their limits. */
export function ReportNotes(contact: Contact) {
  return (
    <aside className={shared.stackWide}>
      <Box title="提交之后">
        <p>
          提交后得到编号与跟进链接，处理进度与答复都在链接中，也可以补充说明与图片。需要核实时，按您留下的方式联系。
        </p>
        <p>本中心可以说明某份证书是否由本中心签发，但不能代为退款或追责。</p>
      </Box>
      <Box title="图片与实物">
        <p>
          最多 {REPORT_PICTURES_MAX} 张图片可在表单中添加。更多图片与视频可
          <HowToSend {...contact} />
          {'，'}并写明举报的证书编号。
        </p>
      </Box>
      <Box title="已经付款">
        <p>
          请同时向交易平台投诉，或拨打 <TextLink to="tel:12315">12315</TextLink>；涉嫌诈骗的，向公安机关报案（
          <TextLink to="tel:110">110</TextLink>）。
        </p>
      </Box>
    </aside>
  )
}

/** Explains how to send pictures to the laboratory, by the published contacts. */
function HowToSend({ email, phone }: Contact) {
  if (email?.href) {
    return (
      <>
        寄到 <TextLink to={email.href}>{email.value}</TextLink>
      </>
    )
  }
  if (phone?.href) {
    return (
      <>
        致电 <TextLink to={phone.href}>{phone.value}</TextLink> 约定递交方式
      </>
    )
  }
  return (
    <>
      在送检时递交，见<TextLink to="/contact-us">联系方式</TextLink>
    </>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.box}>
      <h2 className={styles.boxTitle}>{title}</h2>
      {children}
    </section>
  )
}
