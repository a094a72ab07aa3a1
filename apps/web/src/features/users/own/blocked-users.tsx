import { unblockUser } from '#domain/people/use-blocks.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { ItemRow } from '../item-row.tsx'
import { PagedList, type PageLoader, usePages } from '../paged-list.tsx'
import { type Person, toPerson } from '../person.ts'
import { Portrait } from '../portrait.tsx'
import { toUserAddress } from '../user-address.ts'

const loadBlocked: PageLoader<Person> = async (api) => {
  const listed = await api.call('GET /v1/im/block')
  return { rows: listed.map((user) => toPerson(user, user.id)), pages: 1 }
}

/** The users that the member has blocked. */
export function BlockedUsers() {
  const api = useApi()
  const pages = usePages(loadBlocked)
  const unblock = async (person: Person) => {
    await unblockUser(api, person.id)
    pages.drop(person)
    showToast('success', `已解除对“${person.name}”的屏蔽`)
  }
  return (
    <PagedList pages={pages} label="屏蔽名单" empty={<p>没有屏蔽任何人。在他人的主页或私信中可以屏蔽对方。</p>} isWhole>
      {(person) => <BlockedItem person={person} onUnblock={() => unblock(person)} />}
    </PagedList>
  )
}

function BlockedItem({ person, onUnblock }: { person: Person; onUnblock: () => Promise<void> }) {
  const { isBusy, run } = useBusy()
  return (
    <ItemRow
      lead={<Portrait name={person.name} url={person.avatarUrl} />}
      leadKind="portrait"
      title={<Link to={toUserAddress(person.id)}>{person.name}</Link>}
      actions={
        <Button
          variant="outline"
          isBusy={isBusy}
          busyLabel="解除中"
          aria-label={`解除对${person.name}的屏蔽`}
          onClick={() => void run(onUnblock)}
        >
          解除屏蔽
        </Button>
      }
    />
  )
}
