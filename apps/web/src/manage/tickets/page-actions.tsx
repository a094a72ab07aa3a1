import { MessageSquareQuote, PhoneIncoming } from '@lucide/icons'
import type { TicketView } from '@portal/contract/tickets/ticket-rules.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ExportTickets } from './export-tickets.tsx'

/** A dialog over the whole page. */
export type PageDialog = 'register' | 'replies'

/** Actions of support that concern no single ticket. */
export function PageActions({ view, onOpen }: { view: TicketView; onOpen: (dialog: PageDialog) => void }) {
  return (
    <>
      <ExportTickets view={view} />
      <Button variant="outline" icon={MessageSquareQuote} onClick={() => onOpen('replies')}>
        常用语
      </Button>
      <Button icon={PhoneIncoming} onClick={() => onOpen('register')}>
        代客登记 <KeyCaps of="c" />
      </Button>
    </>
  )
}
