import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableString, wireDate } from '../shapes.ts'

export const signIn = defineCall('GET /v1/sign/', {
  access: 'member',
  summary: 'Daily sign-in; a GET that changes state',
  changesState: true,
  query: Type.Object({ time: Type.Optional(Type.String({ maxLength: 32 })) }),
  data: nothing,
  rateLimited: true,
})

export const getTodaysSignIn = defineCall('GET /v1/sign/validateTodayIsSign', {
  access: 'member',
  summary: "Today's sign-in, null when there is none yet",
  data: nullable(
    Type.Object({
      id: Type.Optional(nullableString),
      userId: Type.Optional(nullableString),
      createTime: Type.Optional(wireDate),
    }),
  ),
})

export const listSignIns = defineCall('GET /v1/sign/getSignRecords', {
  access: 'member',
  summary: 'Days signed in, `yyyy-MM-dd`',
  query: Type.Object({
    startTime: Type.Optional(Type.String({ maxLength: 32 })),
    endTime: Type.Optional(Type.String({ maxLength: 32 })),
  }),
  data: Type.Array(Type.String()),
})

export const signCalls = [signIn, getTodaysSignIn, listSignIns] as const
