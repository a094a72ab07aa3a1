import { expect, it } from 'vitest'
import { chooseForTray } from './tray-choice.ts'

const named = (...titles: string[]) => titles.map((title) => ({ title }))

it('chooses the six preferred gems, in any order of the input', () => {
  const gems = named('琥珀', '和田玉', '绿松石', '翡翠', '祖母绿', '欧泊', '红宝石', '钻石')
  expect(chooseForTray(gems, 6)).toEqual(named('钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉'))
})

it('fills the places of missing gems with the first of the others', () => {
  expect(chooseForTray(named('琥珀', '翡翠', '欧泊', '锆石'), 3)).toEqual(named('翡翠', '琥珀', '欧泊'))
})

it('returns fewer when there are fewer', () => {
  expect(chooseForTray(named('琥珀'), 6)).toEqual(named('琥珀'))
  expect(chooseForTray([], 6)).toEqual([])
})
