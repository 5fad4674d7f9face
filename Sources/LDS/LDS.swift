// LDS
