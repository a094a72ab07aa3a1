import { StaffBadge } from '#domain/people/staff-badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { ItemRow } from '../item-row.tsx'
import { PagedList, type PageLoader, usePages } from '../paged-list.tsx'
import { type Person, toPerson } from '../person.ts'
import { Portrait } from '../portrait.tsx'
import { useFollow } from '../use-follow.ts'
import { toUserAddress } from '../user-address.ts'

const loadFollowed: PageLoader<Person> = async (api, query) => {
  const { records, pages } = await api.call('GET /v1/followed/', { query })
  return { rows: records.map((user) => toPerson(user, user.id)), pages }
}

export function Follows({ onChange }: { onChange: () => void }) {
  return (
    <PagedList pages={usePages(loadFollowed)} label="我的关注" empty={<p>在他人的主页可以关注</p>}>
      {(person) => <FollowedItem person={person} onChange={onChange} />}
    </PagedList>
  )
}

function FollowedItem({ person, onChange }: { person: Person; onChange: () => void }) {
  const { isFollowed, isBusy, toggle } = useFollow(person.id, true, onChange)
  return (
    <ItemRow
      lead={<Portrait name={person.name} url={person.avatarUrl} />}
      leadKind="portrait"
      title={
        <>
          <Link to={toUserAddress(person.id)}>{person.name}</Link> {person.isStaff && <StaffBadge />}
        </>
      }
      text={person.intro}
      actions={
        <Button
          variant={isFollowed ? 'outline' : 'primary'}
          isBusy={isBusy}
          aria-pressed={isFollowed}
          aria-label={`${isFollowed ? '取消关注' : '关注'}${person.name}`}
          onClick={toggle}
        >
          {isFollowed ? '取消关注' : '关注'}
        </Button>
      }
    />
  )
}
