import type { ContactFact } from '#domain/standing-pages/contact-facts.ts'
import { FactList } from '#ui/lists/fact-list.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './contact-page.module.css'

interface ContactListProps {
  /** Telephone, e-mail and address; `null` when they could not be loaded. */
  facts: ContactFact[] | null
  /** Working days until an answer; `null`: none is promised. */
  answerDays: number | null
  /** Whether samples can be announced on the site. */
  hasOrders: boolean
}

export function ContactList({ facts, answerDays, hasOrders }: ContactListProps) {
  if (!facts) return <p className={styles.note}>暂时无法加载，请稍后重试</p>
  const when = answerDays === null ? '收到后答复' : `在 ${answerDays} 个工作日内答复`
  const hasVoice = facts.some(({ name }) => name === '电话' || name === '邮箱')
  return (
    <section aria-label="联系方式">
      <FactList
        facts={facts.map(({ name, value, href }) => ({
          name,
          value: href ? (
            <TextLink to={href} className={styles.number}>
              {value}
            </TextLink>
          ) : (
            value
          ),
        }))}
      />
      <p className={styles.note}>
        {hasVoice ? `留言与来电${when}。` : `电话与邮箱尚未公布，可在本页留言，工作人员${when}。`}
        核对证书无需联系，可直接<TextLink to="/certificate-check">查询编号</TextLink>。
      </p>
      {hasOrders && (
        <p className={styles.note}>
          送检可先在网上<TextLink to="/orders/new">预约</TextLink>，已经预约或送达的，可以
          <TextLink to="/orders/progress">查送检进度</TextLink>。
        </p>
      )}
    </section>
  )
}
