import { z } from 'zod';
import { accountSummary } from './account.ts';
import { maxEmailLength } from './email.ts';
import { statedPassword } from './password.ts';
import { boundedText } from './text.ts';

export const loginRequest = z
  .strictObject({
    email: boundedText(0, maxEmailLength).meta({ example: 'charly@example.org' }),
    password: statedPassword,
  })
  .meta({ id: 'LoginRequest' });

export type LoginRequest = z.infer<typeof loginRequest>;

export const login = z
  .strictObject({
    user: accountSummary,
    token: z.string().meta({ description: 'A bearer token', example: 'rkt_7Yk2Vb0QpZ…' }),
    api_key: z.string().meta({ description: 'An API key that ends with this login', example: 'rka_…' }),
    expires_at: z.string().meta({ format: 'date-time', description: 'When both end (RFC 3339, UTC)', example: '2026-01-02T03:04:05.678Z' }),
  })
  .meta({ id: 'Login' });

export type Login = z.infer<typeof login>;
