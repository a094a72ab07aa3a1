import { expect, it } from 'vitest'
import { chooseForTray } from './tray-choice.ts'

const named = (...titles: string[]) => titles.map((title) => ({ title }))

it('puts the six stones people ask for into the tray, whatever order they come in', () => {
  const gems = named('琥珀', '和田玉', '绿松石', '翡翠', '祖母绿', '欧泊', '红宝石', '钻石')
  expect(chooseForTray(gems, 6)).toEqual(named('钻石', '红宝石', '祖母绿', '翡翠', '绿松石', '和田玉'))
})

it('fills the places of stones that are missing with the first of the others', () => {
  expect(chooseForTray(named('琥珀', '翡翠', '欧泊', '锆石'), 3)).toEqual(named('翡翠', '琥珀', '欧泊'))
})

it('takes what there is', () => {
  expect(chooseForTray(named('琥珀'), 6)).toEqual(named('琥珀'))
  expect(chooseForTray([], 6)).toEqual([])
})
