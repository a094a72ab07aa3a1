import { expect, it } from 'vitest'
import { isEditor, isOwner } from './roles.ts'

it.each([
  [null, false, false],
  [{ id: 'a', role: 'user' }, false, false],
  [{ id: 'a', role: 'editor' }, true, false],
  [{ id: 'a', role: 'owner' }, true, true],
  [{ id: '1' }, true, true],
  [{ id: '1', role: 'user' }, false, false],
] as const)('shows %j the functions of the role: editor %s, owner %s', (user, editor, owner) => {
  expect([isEditor(user), isOwner(user)]).toEqual([editor, owner])
})
