import { subscribe } from 'node:diagnostics_channel'
import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/**
 * Node suites start a server for almost every test, and half of the start is compilation of the contract's schemas: all
 * servers of one process share the compiled schemas. The compilers are Fastify's own.
 */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.setValidatorCompiler(compileValidator)
  fastify.setSerializerCompiler(compileSerializer)
  namePlugins(fastify)
})

type Route = Parameters<FastifySchemaCompiler<unknown>>[0]

// Their packages type them more loosely than Fastify does.
const validators = AjvCompiler()({}, { customOptions: {} }) as unknown as FastifySchemaCompiler<unknown>
const serializers = SerializerSelector()() as unknown as FastifySerializerCompiler<unknown>
const compileValidator = compileOncePerSchema(validators)
const compileSerializer = compileOncePerSchema(serializers)

function compileOncePerSchema<Compiled>(compile: (route: Route) => Compiled): (route: Route) => Compiled {
  const compiled = new Map<string, Compiled>()
  return (route) => {
    const key = JSON.stringify(route.schema)
    const known = compiled.get(key) ?? compile(route)
    compiled.set(key, known)
    return known
  }
}

const DISPLAY_NAME = Symbol.for('fastify.display-name')

/** Names plugins after their functions; for each unnamed plugin, Fastify searches all modules of the process twice. */
function namePlugins(fastify: FastifyInstance): void {
  const { register } = fastify
  fastify.register = function (this: FastifyInstance, plugin: object, ...options: []) {
    if (plugin instanceof Function && plugin.name && !(DISPLAY_NAME in plugin)) {
      Object.defineProperty(plugin, DISPLAY_NAME, { value: plugin.name })
    }
    return Reflect.apply(register, this, [plugin, ...options])
  } as typeof register
}
