import type { Conversation } from '@portal/contract/tickets/conversation.ts'
import shared from '#ui/shared.module.css'
import styles from './conversation-page.module.css'

/** Pictures of the laboratory's answer. Their addresses are valid for an hour; reading the conversation again renews them. */
export function AnswerPictures({ pictures }: { pictures: Conversation['messages'][number]['answerPictures'] }) {
  if (pictures.length === 0) return null
  return (
    <ol className={shared.stack2} aria-label="答复附图">
      {pictures.map(({ name, pass }, index) => (
        <li key={name}>
          <img
            className={styles.picture}
            src={`/v1/feedback/conversation/picture/${name}?pass=${pass}`}
            alt={`答复附图 ${index + 1}`}
          />
        </li>
      ))}
    </ol>
  )
}
